// A line to the server that comes back by itself. It is pinged now and then, and taken for lost without an answer. After a
// loss it is tried again later and later, and not at all where the server has no such thing.
(() => {
  "use strict";
  if (window.lelamLine) return; // a part of a page brings it too
  const NOT_HERE = 4404;
  const nothing = () => {};
  let lines = 0;

  // address returns the path of each connection; heard gets every message but the answers to pings; opened is told
  // whether there was a connection before; lost may be called twice for one loss; wanted says whether to try again.
  window.lelamLine = (address, { heard, opened = nothing, lost = nothing, wanted = () => true, first = 1000, most = 30000, pingEvery = 25000, lostAfter = 15000 }) => {
    let socket = null;
    let wait = first;
    let before = false;

    function open() {
      if (!wanted() || (socket && socket.readyState <= WebSocket.OPEN)) return;
      let pinged = 0; // when the ping without an answer was sent, 0 if there is none
      const own = socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${address()}`);
      own.binaryType = "arraybuffer";
      const ticks = setInterval(() => {
        if (pinged && Date.now() - pinged > lostAfter) { lost(); own.close(); }
        else if (!pinged && own.readyState === WebSocket.OPEN) { pinged = Date.now(); own.send("ping"); }
      }, pingEvery);
      own.addEventListener("open", () => { opened(before); before = true; });
      own.addEventListener("message", ({ data }) => {
        pinged = 0;
        wait = first;
        if (data !== "pong") heard(data);
      });
      own.addEventListener("close", ({ code }) => {
        clearInterval(ticks);
        lost();
        if (code === NOT_HERE) return;
        setTimeout(open, wait * (0.5 + Math.random()));
        wait = Math.min(most, wait * 2);
      });
    }

    open();
    lines += 1;
    return { isOpen: () => socket?.readyState === WebSocket.OPEN, open, close: () => { if (socket?.readyState === WebSocket.OPEN) socket.close(); } };
  };
  window.lelamLine.count = () => lines;
})();

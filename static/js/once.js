// A form that is sent again after Back is the same command, though the browser may have asked for its page anew.
(() => {
  "use strict";
  const command = document.querySelector('form [name="command"]');
  if (history.state?.command) command.value = history.state.command;
  else history.replaceState({ ...history.state, command: command.value }, "");
})();

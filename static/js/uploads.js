// A file of any length is sent in pieces (tus): sending goes on after a lost connection, and after a reload once the
// same file is chosen. Then the form is sent with the id of the upload in place of the file.
(() => {
  "use strict";
  const AGAIN = 3000;  // so long after a lost connection it is tried again, in milliseconds
  const token = (form) => form.querySelector('[name="csrfmiddlewaretoken"]').value;
  const refusal = (error) => {
    try { return JSON.parse(error.originalResponse.getBody()).title; } catch { return ""; }
  };

  for (const form of document.querySelectorAll("form[data-uploads]")) {
    const way = form.querySelector("[data-way]");
    const bar = way.querySelector("progress");
    const word = way.querySelector("[data-word]");
    const button = form.querySelector('button[type="submit"]');
    const field = form.querySelector('input[type="file"]');
    const words = form.querySelector("[data-words]").content;
    const say = (name, percent = 0) => {
      word.textContent = words.querySelector(`[data-${name}]`).textContent.replace("{percent}", percent);
    };
    let upload = null;
    let again = null;
    const busy = (is) => { button.disabled = is; field.disabled = is; way.querySelector("[data-stop]").hidden = !is; };
    const show = (done, of) => {
      bar.value = of ? Math.floor((1000 * done) / of) : 0;
      say("going", of ? Math.floor((100 * done) / of) : 0);
    };
    const failed = (error) => {
      if (error.originalResponse) {
        busy(false);
        word.textContent = refusal(error);
        if (!word.textContent) say("failed");
        return;
      }
      say("lost");
      again = setTimeout(() => upload.start(), AGAIN);
    };
    const succeeded = () => {
      form.elements.upload.value = upload.url.split("/").filter(Boolean).pop();
      field.value = "";
      field.disabled = false;
      form.submit();
    };

    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const file = field.files[0];
      way.hidden = false;
      busy(true);
      upload = new tus.Upload(file, {
        endpoint: form.dataset.uploads,
        chunkSize: Number(form.dataset.piece),
        retryDelays: [0, 1000, 3000],
        metadata: { filename: file.name },
        removeFingerprintOnSuccess: true,
        onBeforeRequest: (request) => request.setHeader("X-CSRFToken", token(form)),
        onProgress: show,
        onError: failed,
        onSuccess: succeeded,
      });
      const before = await upload.findPreviousUploads();
      if (before.length) upload.resumeFromPreviousUpload(before[0]);
      upload.start();
    });
    window.addEventListener("online", () => {
      if (again === null) return;
      clearTimeout(again);
      again = null;
      upload.start();
    });
    way.querySelector("[data-stop]").addEventListener("click", async () => {
      clearTimeout(again);
      again = null;
      await upload.abort(true).catch(() => {});
      busy(false);
      way.hidden = true;
    });
  }

  for (const remove of document.querySelectorAll("[data-remove]")) {
    remove.hidden = false;
    remove.addEventListener("click", async () => {
      const headers = { "Tus-Resumable": "1.0.0", "X-CSRFToken": token(document) };
      const answer = await fetch(remove.dataset.remove, { method: "DELETE", credentials: "same-origin", headers });
      if (answer.ok || answer.status === 404) remove.closest("li").remove();
    });
  }
})();

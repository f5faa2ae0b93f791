/* A photograph is made smaller before it is sent: a phone's has some 5 MB, and the connection may be bad.
   Without this script, or where it fails, the server makes it smaller. */
(() => {
  "use strict";
  const LONGEST_SIDE = 2000, SMALL_BYTES = 600_000;

  async function smaller(file) {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const encoded = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    return encoded && encoded.size < file.size ? new File([encoded], "photograph.jpg", { type: "image/jpeg" }) : file;
  }

  document.addEventListener("change", async ({ target }) => {
    const file = target.matches?.(".picture-form input[type=file]") && target.files[0];
    if (!file || file.size <= SMALL_BYTES) return;
    try {
      const files = new DataTransfer();
      files.items.add(await smaller(file));
      // Another picture may have been chosen meanwhile.
      if (target.files[0] === file) target.files = files.files;
    } catch {
      /* It is sent as it is. */
    }
  });
})();

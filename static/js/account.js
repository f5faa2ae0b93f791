// Says beside the button when a passkey could not be made or used; allauth's own script only logs it.
document.addEventListener("allauth.error", (event) => {
  const place = document.getElementById("passkey_error");
  if (!place) return;
  event.preventDefault();
  place.hidden = false;
});

// allauth's scripts take hold of their buttons when the page is read; a press before that would do nothing, without a word.
document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-passkey]")) button.disabled = false;
});

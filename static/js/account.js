// Says beside the button when a passkey could not be made or used; allauth's own script only logs it.
document.addEventListener("allauth.error", (event) => {
  const place = document.getElementById("passkey_error");
  if (!place) return;
  event.preventDefault();
  place.hidden = false;
});

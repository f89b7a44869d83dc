// The page works without this script, which opens the film in the page and lets the sample tickets be answered.

const film = document.querySelector<HTMLDialogElement>("[data-film-dialog]");
const player = film?.querySelector("video");

for (const opener of document.querySelectorAll<HTMLAnchorElement>("a[data-film]")) {
  opener.setAttribute("role", "button");
  opener.setAttribute("aria-haspopup", "dialog");
  opener.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    opener.click();
  });
  opener.addEventListener("click", (event) => {
    // A new tab or window gets the file itself.
    if (!film || !player || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    player.poster = player.dataset.poster ?? "";
    if (!player.src) player.src = opener.href;
    film.showModal();
    player.play().catch(() => undefined); // A browser may insist on a press of the player's own button.
  });
}

player?.addEventListener("error", () => film?.querySelector("[data-film-fault]")?.removeAttribute("hidden"));
film?.addEventListener("close", () => player?.pause());
film?.addEventListener("click", ({ target }) => {
  // The dialog itself is only clicked on its backdrop.
  if (target === film || (target instanceof Element && target.closest("[data-close]"))) film.close();
});

for (const ticket of document.querySelectorAll<HTMLElement>("[data-ticket]")) {
  const composer = ticket.querySelector<HTMLFormElement>("[data-composer]");
  const answer = ticket.querySelector<HTMLElement>("[data-answer]");
  const text = answer?.querySelector<HTMLElement>("[data-answer-text]");
  const answerBox = ticket.querySelector<HTMLElement>("[data-said]");
  const field = composer?.querySelector("textarea");
  const id = ticket.dataset.ticket;
  if (!composer || !answer || !text || !answerBox || !field || !id) continue;
  composer.hidden = false;
  answer.hidden = true;
  composer.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim() === "") return;
    text.textContent = field.value;
    composer.hidden = true;
    answer.hidden = false;
    for (const mark of document.querySelectorAll<HTMLElement>(`[data-status="${id}"]`)) mark.hidden = true;
    for (const mark of document.querySelectorAll<HTMLElement>(`[data-answered="${id}"]`)) mark.hidden = false;
    answerBox.textContent =
      "In Deskhand the reply would now be on its way, in the customer's own thread. Here it went nowhere.";
  });
}

// Closes a menu whose link was followed.
for (const menu of document.querySelectorAll("details nav")) {
  menu.addEventListener("click", () => menu.closest("details")?.removeAttribute("open"));
}

// What answers the page: the server that it comes from.

const banner = document.getElementById("banner");
let isAway = false;
const waiting = [];

/** Tries again until the server is back; then does what could not be done. */
const comeBack = async () => {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    try {
      const found = await fetch("/page.css", { cache: "no-store" });
      if (found.ok) break;
    } catch {
      // Not yet.
    }
  }
  isAway = false;
  banner.hidden = true;
  waiting.splice(0).forEach((again) => again());
};

/** Nobody answers: it is said, and `again` is called once somebody does. */
export const lost = (again) => {
  if (again && !waiting.includes(again)) waiting.push(again);
  if (isAway) return;
  isAway = true;
  banner.textContent =
    "The server does not answer. Start it again (dpcert serve, with the same port): the page goes on from here.";
  banner.hidden = false;
  comeBack();
};

/** A request; where nobody answers, `again` is called once somebody does. */
export const send = async (path, body, signal, again) => {
  try {
    return await fetch(path, { method: "POST", body, signal });
  } catch (error) {
    if (error.name !== "AbortError") lost(again);
    throw error;
  }
};

/** What is the same for everybody. */
export const get = (path) => fetch(path);

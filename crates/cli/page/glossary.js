// The help of the page: a dialog with its words.

const dialog = document.getElementById("glossary");
document.getElementById("help").addEventListener("click", () => dialog.showModal());
// A click beside the dialog closes it.
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

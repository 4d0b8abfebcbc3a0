// What somebody has, offered anew when a form names somebody else. Without this script what one has is typed.

/** Offer what whoever is chosen has; `address` is the form of the command. */
export function offerInstances(form, address) {
  for (const owner of form.querySelectorAll("[data-owner]")) {
    owner.addEventListener("change", async (event) => {
      const lists = [...form.querySelectorAll("datalist[data-instances]")];
      const filled = [...form.querySelectorAll("[data-owner]")].flatMap((field) => fieldsOf(field));
      const query = new URLSearchParams(filled.map(({ name, value }) => ["fill", `${name.replace(/^args\./, "")}=${value}`]));
      if (!event.target.value) return;
      const answer = await fetch(`${address}?${query}`);
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const list of lists) list.replaceChildren(...(page.getElementById(list.id)?.children ?? []));
    });
  }
}

function fieldsOf(field) {
  return [...field.querySelectorAll("select, input:not([type=checkbox]), input:checked")];
}

// The page of a sealed secret: it fetches the words with their salt, and compares their digest with the published one.
import { canCheck, checkSeal } from "./checking.js";

const part = document.getElementById("seal");

async function check() {
  if (!canCheck()) return "insecure";
  const answer = await fetch(part.dataset.proof, { headers: { Accept: "application/json" } });
  return answer.ok && (await checkSeal(await answer.json())) ? "right" : "wrong";
}

const result = await check();
part.textContent = part.dataset[result];
part.className = result === "wrong" ? "problem" : "";

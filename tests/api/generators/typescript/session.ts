// Compiles only where the generated types tell right commands from wrong ones, and entries from stubs.
import type { components, operations } from "./retcon";

type Schemas = components["schemas"];

export const roll: Schemas["Command"] = {
  type: "freeform.roll",
  args: { label: "stealth", notation: "1d20" },
};

export const batch: Schemas["BatchRequest"] = { commands: [roll] };

// @ts-expect-error: a roll needs its dice
export const bare: Schemas["Command"] = { type: "freeform.roll", args: { label: "stealth" } };

// @ts-expect-error: no game has this command
export const unknown: Schemas["Command"] = { type: "freeform.nothing", args: {} };

type Entry = operations["give_command"]["responses"][201]["content"]["application/json"];

export function hash(entry: Entry): string {
  return "hidden" in entry ? entry.digest : entry.hash;
}

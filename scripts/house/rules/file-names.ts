import { forbiddenNames, generatedFiles, suffixes } from "../../../house.ts";
import { findRoom } from "../find-room.ts";
import type { Rule } from "../rule.ts";

const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const forbidden: readonly string[] = forbiddenNames;

/** File names are kebab-case, say what the file does, and have only known suffixes. */
export const fileNames: Rule = {
  name: "file-names",
  why: "a name is found by guessing only when all are built the same way; 'helpers' can hold anything, so it will",
  good: [
    { path: "server/src/domains/tickets/tickets.routes.ts", source: "" },
    { path: "web/vite.config.ts", source: "export default {};\n" },
    { path: "e2e/customer-gets-a-reply.spec.ts", source: "" },
  ],
  bad: [
    { path: "server/src/domains/tickets/changeStatus.ts", source: "" },
    { path: "web/src/ui/Button.tsx", source: "" },
    { path: "server/src/platform/mail-helpers.ts", source: "" },
    { path: "server/src/domains/tickets/utils.ts", source: "" },
    { path: "web/src/features/tickets/common/list.tsx", source: "" },
    { path: "server/src/domains/tickets/tickets.service.ts", source: "" },
    { path: "server/src/platform/db.types.ts", source: "" },
  ],
  check: (tree) =>
    tree.code
      .filter(({ path }) => !generatedFiles.includes(path))
      .flatMap(({ path }) => problems(path).map((detail) => ({ path, line: 1, detail }))),
};

function problems(path: string): string[] {
  const folders = path.split("/");
  const [name = "", ...rest] = (folders.pop() ?? "").split(".");
  const found = rest.slice(0, -1).flatMap((suffix) => wrongSuffix(path, suffix));
  if (!kebab.test(name)) found.push(`${name} is not kebab-case`);
  for (const folder of folders) {
    if (!kebab.test(folder) && folder !== ".ci") found.push(`the folder ${folder} is not kebab-case`);
  }
  const empty = [...folders, name].flatMap((part) => part.split("-")).find((word) => forbidden.includes(word));
  if (empty) found.push(`the name ${empty} says nothing; name what it does`);
  return found;
}

function wrongSuffix(path: string, suffix: string): string[] {
  const room = findRoom(path)?.name;
  const allowed: readonly string[] =
    room === "domains" ? suffixes.domains : room === "e2e" ? suffixes.e2e : suffixes.elsewhere;
  return allowed.includes(suffix) ? [] : [`the suffix .${suffix} is not among .${allowed.join(" .")}`];
}

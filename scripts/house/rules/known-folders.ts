import { rootFiles } from "../../../house.ts";
import { findRoom, folderIn } from "../find-room.ts";
import type { Rule } from "../rule.ts";

/** Every file is in a room that house.ts names. */
export const knownFolders: Rule = {
  name: "known-folders",
  why: "a folder that house.ts does not name has no rules, so it would be unguarded from birth",
  good: [{ path: "server/src/domains/tickets/change-status.ts", source: "export const changeStatus = 1;\n" }],
  bad: [
    { path: "tools/sync.ts", source: "" },
    { path: "server/src/lib/date.ts", source: "" },
    { path: "server/src/domains/forecasts/index.ts", source: "" },
    { path: "web/src/features/ticket-list/list.tsx", source: "" },
    { path: "server/src/domains/index.ts", source: "" },
    { path: "notes.md", source: "" },
  ],
  check: (tree) =>
    tree.files.flatMap(({ path }) => {
      const detail = problem(path);
      return detail ? [{ path, line: 1, detail }] : [];
    }),
};

function problem(path: string): string | undefined {
  if (!path.includes("/")) return rootFiles.includes(path) ? undefined : "this file at the root is not in house.ts";
  const room = findRoom(path);
  if (!room) return `the folder ${path.slice(0, path.indexOf("/"))}/ is not a room`;
  const folder = folderIn(room.path, path);
  if (folder === undefined) return room.files ? undefined : `${room.path}/ holds folders only`;
  if (room.folders === "any" || room.folders.includes(folder)) return undefined;
  return `${room.path}/ has no folder ${folder}/ in house.ts`;
}

import { type Room, rooms } from "../../house.ts";

const deepestFirst = [...rooms].sort((a, b) => b.path.length - a.path.length);

/** Returns the room that contains a path; undefined at the root and in folders that the house does not know. */
export function findRoom(path: string): Room | undefined {
  return deepestFirst.find((room) => path.startsWith(`${room.path}/`));
}

/** Returns a path's first folder inside a room: the domain of a file below server/src/domains. Undefined for the room's own files. */
export function folderIn(roomPath: string, path: string): string | undefined {
  if (!path.startsWith(`${roomPath}/`)) return undefined;
  const [folder, rest] = splitOnce(path.slice(roomPath.length + 1));
  return rest === undefined ? undefined : folder;
}

function splitOnce(path: string): [string, string | undefined] {
  const slash = path.indexOf("/");
  return slash === -1 ? [path, undefined] : [path.slice(0, slash), path.slice(slash + 1)];
}

/** The folder of the domains. */
export const domainsPath = "server/src/domains";

/** The folder of the features. */
export const featuresPath = "web/src/features";

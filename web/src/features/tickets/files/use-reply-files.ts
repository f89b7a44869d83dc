import { useEffect, useSyncExternalStore } from "react";
import { api } from "../../../lib/api.ts";
import { draftKey } from "../../../lib/drafts.ts";
import { useSession } from "../../../lib/session.ts";
import { announce } from "../../../ui/announcer.tsx";
import { createFileStore, type FileStore, type FilesShown, uploadFile } from "./file-store.ts";
import { keepFiles, readKeptFiles, storedFile } from "./reply-file.ts";

/** The files of the signed-in user's unsent reply, with their store. */
export function useReplyFiles(ticketId: string): FilesShown & { store: FileStore } {
  const store = openFiles(useSession().user?.id ?? "", ticketId);
  const { files, notices } = useSyncExternalStore(store.subscribe, store.shown);
  useEffect(() => {
    void store.refresh();
  }, [store]);
  return { files, notices, store };
}

const stores = new Map<string, FileStore>();

addEventListener("online", () => {
  for (const store of stores.values()) store.resume();
});
addEventListener("storage", ({ key }) => key !== null && stores.get(key)?.follow());
addEventListener("beforeunload", (event) => {
  // An upload in progress exists in this page only, so the browser asks before leaving.
  if ([...stores.values()].some((store) => store.isBusy())) event.preventDefault();
});

/** Puts files back onto the unsent reply, before its other files. */
export function putBackFiles(
  userId: string,
  ticketId: string,
  files: readonly Parameters<typeof storedFile>[0][],
): void {
  const storageKey = draftKey(userId, "reply-files", ticketId);
  const others = readKeptFiles(storageKey).filter(({ uploadId }) => !files.some(({ id }) => id === uploadId));
  keepFiles(storageKey, [...files.map((file) => storedFile(file)), ...others]);
  stores.get(storageKey)?.follow();
}

/** Returns the file store of a user's unsent reply, one for the life of the page. */
function openFiles(userId: string, ticketId: string): FileStore {
  const storageKey = draftKey(userId, "reply-files", ticketId);
  const open = stores.get(storageKey);
  if (open !== undefined) return open;
  const store = createFileStore({
    ticketId,
    storageKey,
    announce,
    upload: uploadFile,
    list: async () => {
      const { items } = await api.messages.listUploads.call({ ticketId });
      return items;
    },
    discard: (id) => api.messages.discardUpload.call({ ticketId, id }),
    isOnline: () => navigator.onLine,
  });
  stores.set(storageKey, store);
  return store;
}

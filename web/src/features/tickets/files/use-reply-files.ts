import { useEffect, useSyncExternalStore } from "react";
import { api } from "../../../lib/api.ts";
import { draftKey } from "../../../lib/drafts.ts";
import { useSession } from "../../../lib/session.ts";
import { announce } from "../../../ui/announcer.tsx";
import { createFileStore, type FileStore, type FilesShown } from "./file-store.ts";
import { uploadFile } from "./upload-file.ts";

/** The files of the signed-in user's unsent reply to a ticket, and what can be done with them. */
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
  // What is still on its way exists in this page only: the browser asks whether to leave.
  if ([...stores.values()].some((store) => store.isBusy())) event.preventDefault();
});

/** The files of a user's unsent reply to a ticket: the same for as long as the page lives. */
function openFiles(userId: string, ticketId: string): FileStore {
  const storageKey = draftKey(userId, "reply-files", ticketId);
  const open = stores.get(storageKey);
  if (open !== undefined) return open;
  const store = createFileStore({
    ticketId,
    storageKey,
    announce,
    upload: uploadFile,
    list: async () => (await api.messages.listUploads.call({ ticketId })).items,
    discard: (id) => api.messages.discardUpload.call({ ticketId, id }),
    isOnline: () => navigator.onLine,
  });
  stores.set(storageKey, store);
  return store;
}

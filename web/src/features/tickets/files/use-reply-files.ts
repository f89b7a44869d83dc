import { useEffect, useSyncExternalStore } from "react";
import { useSession } from "../../../lib/session.ts";
import type { FileStore, FilesShown } from "./file-store.ts";
import { openFiles } from "./open-files.ts";

/** The files of the signed-in user's unsent reply to a ticket, and what can be done with them. */
export function useReplyFiles(ticketId: string): FilesShown & { store: FileStore } {
  const store = openFiles(useSession().user?.id ?? "", ticketId);
  const { files, notices } = useSyncExternalStore(store.subscribe, store.shown);
  useEffect(() => {
    void store.refresh();
  }, [store]);
  return { files, notices, store };
}

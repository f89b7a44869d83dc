import type { Upload } from "@deskhand/contract/messages";
import { uploadUrl } from "@deskhand/contract/pages";
import type { CallError } from "../../../lib/failure.ts";
import { counted } from "../../../lib/format.ts";
import { newKey } from "../../../lib/new-key.ts";
import { retried } from "../../../lib/retries.ts";
import { sendFile } from "../../../lib/send-file.ts";
import {
  admitFiles,
  fileFailure,
  fileRefusal,
  keepFiles,
  type ReplyFile,
  readKeptFiles,
  storedFile,
  totalText,
} from "./reply-file.ts";

export interface FilesShown {
  files: readonly ReplyFile[];
  /** Sentences about files that were refused or lost. */
  notices: readonly string[];
}

/** The environment of one unsent reply's files. */
export interface FileWorld {
  ticketId: string;
  /** The storage key under which the browser remembers them. */
  storageKey: string;
  upload: typeof uploadFile;
  list: () => Promise<Upload[]>;
  discard: (uploadId: string) => Promise<unknown>;
  isOnline: () => boolean;
  /** Announces to screen readers. */
  announce: (text: string) => void;
}

export type FileStore = ReturnType<typeof createFileStore>;

const atOnce = 2;
const inQuotes = (names: readonly { filename: string }[]) => names.map(({ filename }) => `“${filename}”`).join(", ");

/**
 * Holds the files of one unsent reply. It outlives the dialog, so that uploads continue while it is closed or another
 * tab of it is open. Stored files are remembered with the draft.
 */
export function createFileStore(world: FileWorld) {
  let shown: FilesShown = { files: readKeptFiles(world.storageKey), notices: [] };
  const listeners = new Set<() => void>();
  const contents = new Map<string, File>();
  const running = new Map<string, AbortController>();

  function show(next: Partial<FilesShown>) {
    shown = { ...shown, ...next };
    for (const listener of listeners) listener();
  }

  function setFiles(files: readonly ReplyFile[]) {
    show({ files });
    keepFiles(world.storageKey, files);
  }

  function change(key: string, to: Partial<ReplyFile>) {
    show({ files: shown.files.map((file) => (file.key === key ? { ...file, ...to } : file)) });
  }

  function say(...sentences: string[]) {
    if (sentences.length === 0) return;
    show({ notices: [...shown.notices, ...sentences] });
    world.announce(sentences.join(" "));
  }

  const isShown = (key: string) => shown.files.some((file) => file.key === key);
  // A removed file's upload may still be running.
  const isIdle = () =>
    shown.files.every(({ phase }) => phase === "stored" || phase === "failed") && [...running.keys()].every(isShown);

  function pump() {
    for (const file of shown.files) {
      if (running.size >= atOnce || !world.isOnline()) return;
      if (file.phase === "waiting") void send(file);
    }
  }

  async function send({ key, filename }: ReplyFile) {
    const content = contents.get(key);
    if (content === undefined) return;
    const stopper = new AbortController();
    running.set(key, stopper);
    change(key, { phase: "sending", progress: 0, error: null });
    try {
      const stored = await tryToSend(key, filename, content, stopper.signal);
      contents.delete(key);
      if (!isShown(key)) return discard(stored.id);
      change(key, { phase: "stored", progress: 1, uploadId: stored.id, filename: stored.filename });
      keepFiles(world.storageKey, shown.files);
      world.announce(`${stored.filename} attached. ${totalText(shown.files)}`);
    } catch (error) {
      // It was removed during the upload: its outcome no longer matters.
      running.delete(key);
      if (error instanceof Error && !stopper.signal.aborted && isShown(key)) fail(key, filename, error);
    } finally {
      running.delete(key);
      pump();
    }
  }

  function discard(uploadId: string) {
    // If this fails, the file reappears next time or is deleted within a day.
    world.discard(uploadId).catch(() => undefined);
  }

  function tryToSend(key: string, filename: string, file: File, signal: AbortSignal): Promise<Upload> {
    const onProgress = (progress: number) => change(key, { progress });
    return retried(
      () => world.upload({ ticketId: world.ticketId, key, file, filename, onProgress, signal }),
      () => !signal.aborted && world.isOnline(),
    );
  }

  function fail(key: string, filename: string, error: CallError) {
    if (!world.isOnline()) return change(key, { phase: "waiting", progress: 0 });
    const refusal = fileRefusal(error);
    if (refusal === null) {
      change(key, { phase: "failed", error: fileFailure(error) });
      return world.announce(`${filename} was not attached: ${fileFailure(error)}`);
    }
    contents.delete(key);
    setFiles(shown.files.filter((file) => file.key !== key));
    say(`“${filename}” was not attached: ${refusal}`);
    // Files uploaded in another browser may have been lost too.
    void look();
  }

  /** Compares the shown files with the server's. */
  async function look() {
    const before = new Set(shown.files.map(({ uploadId }) => uploadId));
    const wasIdle = isIdle();
    let items: Upload[];
    try {
      items = await world.list();
    } catch {
      // The remembered files stay; the server has the last word when the reply is sent.
      return;
    }
    const there = new Set(items.map(({ id }) => id));
    const gone = shown.files.filter(({ uploadId: id }) => id !== null && before.has(id) && !there.has(id));
    const shownIds = new Set(shown.files.map(({ uploadId }) => uploadId));
    // A file just uploaded is not known by its id yet.
    const found = wasIdle && isIdle() ? items.filter(({ id }) => !shownIds.has(id)) : [];
    if (gone.length + found.length === 0) return;
    const adopted = found.map(({ id, filename, fileSize: size }) => storedFile({ id, filename, size }));
    setFiles([...shown.files.filter((file) => !gone.includes(file)), ...adopted]);
    if (gone.length === 0) return;
    const [are, were] = gone.length === 1 ? ["is", "it was"] : ["are", "they were"];
    say(`${inQuotes(gone)} ${are} no longer attached: ${were} sent already, or not within 24 hours.`);
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    shown: () => shown,
    /** Whether leaving the page would lose a file. */
    isBusy: () => shown.files.some(({ phase }) => phase !== "stored"),
    add(files: readonly File[]) {
      const { admitted, refusals } = admitFiles(shown.files, files);
      const added = admitted.map((file): ReplyFile => {
        const key = newKey();
        contents.set(key, file);
        const fresh = { phase: "waiting", progress: 0, uploadId: null, error: null } as const;
        return { key, filename: file.name || "attachment", size: file.size, ...fresh };
      });
      show({ notices: [] });
      setFiles([...shown.files, ...added]);
      say(...refusals);
      if (added.length > 0 && !world.isOnline()) {
        world.announce(`${counted(added.length, "file")} will be attached once you are online`);
      }
      pump();
    },
    remove(key: string) {
      const file = shown.files.find((one) => one.key === key);
      if (file === undefined) return;
      // Once all bytes are sent, the server may store the file regardless: wait for the response to discard it.
      if (file.progress < 1) running.get(key)?.abort();
      contents.delete(key);
      setFiles(shown.files.filter((one) => one !== file));
      world.announce(`${file.filename} removed`);
      if (file.uploadId !== null) discard(file.uploadId);
    },
    retry(key: string) {
      change(key, { phase: "waiting", progress: 0, error: null });
      pump();
    },
    /** The browser is online again. */
    resume() {
      const again = { phase: "waiting", progress: 0, error: null } as const;
      show({ files: shown.files.map((file) => (file.phase === "failed" ? { ...file, ...again } : file)) });
      pump();
    },
    /** Another tab changed the remembered files. */
    follow() {
      const byUploadId = new Map(shown.files.map((file) => [file.uploadId, file]));
      const remembered = readKeptFiles(world.storageKey).map((file) => byUploadId.get(file.uploadId) ?? file);
      show({ files: [...remembered, ...shown.files.filter(({ phase }) => phase !== "stored")] });
    },
    /** Checks that remembered files still exist and finds files uploaded in another browser. */
    refresh: look,
    /** After a reply with these uploads was stored, removes its files. Returns whether all of them went with it. */
    async settle(uploadIds: readonly string[]): Promise<boolean> {
      if (uploadIds.length === 0) return true;
      // Without a response they count as sent; unsent ones reappear next time.
      const items = await world.list().catch(() => []);
      const left = new Set(items.map(({ id }) => id));
      const isSent = ({ uploadId: id }: ReplyFile) => id !== null && uploadIds.includes(id) && !left.has(id);
      setFiles(shown.files.filter((file) => !isSent(file)));
      return !uploadIds.some((id) => left.has(id));
    },
    /** Removes files because of whose absence a reply was refused. */
    dropGone(uploadIds: readonly string[]) {
      const gone = shown.files.filter(({ uploadId: id }) => id !== null && uploadIds.includes(id));
      setFiles(shown.files.filter((file) => !gone.includes(file)));
      const names = gone.length === 0 ? "a file of it" : inQuotes(gone);
      const are = gone.length > 1 ? "are" : "is";
      say(`The reply was not sent: ${names} ${are} no longer there. Your text is kept; attach again what it needs.`);
    },
    dismissNotices: () => show({ notices: [] }),
    /** Releases the stored files, for a reply that takes them along. */
    handOver: () => setFiles(shown.files.filter(({ phase }) => phase !== "stored")),
  };
}

interface UploadFileOptions extends Pick<Parameters<typeof sendFile>[0], "file" | "onProgress" | "signal"> {
  ticketId: string;
  /** A repeated request with the same key returns the first one's result. */
  key: string;
  filename: string;
}

/** Uploads a file of a reply. */
export function uploadFile({ ticketId, key, filename, ...sending }: UploadFileOptions): Promise<Upload> {
  return sendFile({ ...sending, url: uploadUrl(ticketId, { filename, key }), isAnswer: isUpload });
}

function isUpload(answer: unknown): answer is Upload {
  return typeof answer === "object" && answer !== null && "id" in answer && "fileSize" in answer;
}

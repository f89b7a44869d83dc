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
  /** Sentences about files that are not attached, or no longer. */
  notices: readonly string[];
}

/** What the files of one unsent reply need of the world. */
export interface FileWorld {
  ticketId: string;
  /** Where the browser remembers them. */
  storageKey: string;
  upload: typeof uploadFile;
  list: () => Promise<Upload[]>;
  discard: (uploadId: string) => Promise<unknown>;
  isOnline: () => boolean;
  /** Announces to a screen reader. */
  announce: (text: string) => void;
}

export type FileStore = ReturnType<typeof createFileStore>;

const atOnce = 2;
const inQuotes = (names: readonly { filename: string }[]) => names.map(({ filename }) => `“${filename}”`).join(", ");

/**
 * The files of one unsent reply. They live beside the screen, so that uploads go on while the dialog is closed or another
 * tab of it is open; those that are stored are remembered with the draft.
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
  // One that was removed may still be on its way.
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
      // Whoever removed it while it was on its way wants to hear no more of it.
      running.delete(key);
      if (error instanceof Error && !stopper.signal.aborted && isShown(key)) fail(key, filename, error);
    } finally {
      running.delete(key);
      pump();
    }
  }

  function discard(uploadId: string) {
    // Where this fails the file shows again the next time, or is deleted within a day.
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
    // What else there is may be shown in another browser only.
    void look();
  }

  /** Compares what is shown with what the server has. */
  async function look() {
    const before = new Set(shown.files.map(({ uploadId }) => uploadId));
    const wasIdle = isIdle();
    let items: Upload[];
    try {
      items = await world.list();
    } catch {
      // They stay as remembered; the server has the last word when the reply is sent.
      return;
    }
    const there = new Set(items.map(({ id }) => id));
    const gone = shown.files.filter(({ uploadId: id }) => id !== null && before.has(id) && !there.has(id));
    const known = new Set(shown.files.map(({ uploadId }) => uploadId));
    // An upload that has just arrived is not known by its id yet.
    const found = wasIdle && isIdle() ? items.filter(({ id }) => !known.has(id)) : [];
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
      // Once all of it is out, the server may keep it whatever happens here: its response is waited for, to discard it.
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
    /** The browser has a network again. */
    resume() {
      const again = { phase: "waiting", progress: 0, error: null } as const;
      show({ files: shown.files.map((file) => (file.phase === "failed" ? { ...file, ...again } : file)) });
      pump();
    },
    /** Another tab changed what is remembered. */
    follow() {
      const known = new Map(shown.files.map((file) => [file.uploadId, file]));
      const kept = readKeptFiles(world.storageKey).map((file) => known.get(file.uploadId) ?? file);
      show({ files: [...kept, ...shown.files.filter(({ phase }) => phase !== "stored")] });
    },
    /** Makes sure that what is remembered is still there, and finds what was uploaded in another browser. */
    refresh: look,
    /** A reply that named these was stored: takes away what went with it, and returns whether all of them did. */
    async settle(uploadIds: readonly string[]): Promise<boolean> {
      if (uploadIds.length === 0) return true;
      // Without a response they count as sent; what was not shows again the next time.
      const items = await world.list().catch(() => []);
      const left = new Set(items.map(({ id }) => id));
      const isSent = ({ uploadId: id }: ReplyFile) => id !== null && uploadIds.includes(id) && !left.has(id);
      setFiles(shown.files.filter((file) => !isSent(file)));
      return !uploadIds.some((id) => left.has(id));
    },
    /** A reply was refused because these are gone. */
    dropGone(uploadIds: readonly string[]) {
      const gone = shown.files.filter(({ uploadId: id }) => id !== null && uploadIds.includes(id));
      setFiles(shown.files.filter((file) => !gone.includes(file)));
      const what = gone.length === 0 ? "a file of it" : inQuotes(gone);
      const are = gone.length > 1 ? "are" : "is";
      say(`The reply was not sent: ${what} ${are} no longer there. Your text is kept; attach again what it needs.`);
    },
    dismissNotices: () => show({ notices: [] }),
    /** Lets go of those that are stored, for a reply that takes them along. */
    handOver: () => setFiles(shown.files.filter(({ phase }) => phase !== "stored")),
  };
}

interface UploadFileOptions extends Pick<Parameters<typeof sendFile>[0], "file" | "onProgress" | "signal"> {
  ticketId: string;
  /** A second request with the same key returns what the first did. */
  key: string;
  filename: string;
}

/** Sends a file of a reply to the server. */
export function uploadFile({ ticketId, key, filename, ...sending }: UploadFileOptions): Promise<Upload> {
  return sendFile({ ...sending, url: uploadUrl(ticketId, { filename, key }), isAnswer: isUpload });
}

function isUpload(answer: unknown): answer is Upload {
  return typeof answer === "object" && answer !== null && "id" in answer && "fileSize" in answer;
}

import type { ResourceUpload } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import { resourceUploadUrl } from "@deskhand/contract/pages";
import { isDefinedError } from "@orpc/client";
import { useEffect, useRef, useState } from "react";
import {
  type CallError,
  failureSentence,
  failureText,
  isPassing,
  isSignedOut,
  mayComeAgain,
} from "../../../lib/failure.ts";
import { formatFileSize } from "../../../lib/format.ts";
import { newKey } from "../../../lib/new-key.ts";
import { retried } from "../../../lib/retries.ts";
import { contentWords, sendFile } from "../../../lib/send-file.ts";
import { announce } from "../../../ui/announcer.tsx";
import { isAccepted } from "./resource-fields.ts";

/** A file being uploaded, or one whose upload failed. */
export interface Sending {
  name: string;
  /** In bytes. */
  size: number;
  /** The share of its bytes sent, 0 to 1. */
  progress: number;
  /** Why it failed; null during the upload. */
  fault: { text: string; canRetry: boolean } | null;
}

interface Attempt {
  file: File;
  /** A repeated request with the same key returns the first one's result. */
  key: string;
  stopper: AbortController;
}

/** Uploads one file at a time, to be saved with the resource; a new file replaces one in progress. */
export function useResourceUpload(onStored: (upload: ResourceUpload) => void) {
  const [sending, setSending] = useState<Sending | null>(null);
  const attempt = useRef<Attempt | null>(null);
  const stored = useRef(onStored);
  stored.current = onStored;

  function stop() {
    attempt.current?.stopper.abort();
    attempt.current = null;
    setSending(null);
  }

  async function send(file: File, key: string) {
    attempt.current?.stopper.abort();
    const current: Attempt = { file, key, stopper: new AbortController() };
    attempt.current = current;
    const show = (part: Partial<Sending>) =>
      attempt.current === current &&
      setSending({ name: file.name, size: file.size, progress: 0, fault: null, ...part });
    show({});
    try {
      const upload = await retried(
        () =>
          sendFile({
            url: resourceUploadUrl({ filename: file.name, key }),
            file,
            onProgress: (progress) => show({ progress }),
            signal: current.stopper.signal,
            isAnswer: isUpload,
          }),
        () => !current.stopper.signal.aborted && navigator.onLine,
      );
      if (attempt.current !== current) return;
      stop();
      announce(`${upload.fileName} uploaded`);
      stored.current(upload);
    } catch (error) {
      if (!(error instanceof Error) || attempt.current !== current) return;
      const fault = faultOf(error);
      show({ fault });
      announce(`${file.name} was not uploaded: ${fault.text}`);
    }
  }

  function retry() {
    if (attempt.current !== null) void send(attempt.current.file, attempt.current.key);
  }

  const latest = useRef({ sending, retry });
  latest.current = { sending, retry };
  useEffect(() => {
    const resume = () => latest.current.sending?.fault?.canRetry && latest.current.retry();
    addEventListener("online", resume);
    return () => {
      removeEventListener("online", resume);
      attempt.current?.stopper.abort();
      attempt.current = null;
    };
  }, []);

  return {
    sending,
    cancel: stop,
    retry,
    upload(files: readonly File[]) {
      const [file] = files;
      if (file === undefined) return;
      const refusal = files.length > 1 ? "Only one file is allowed" : refusalOf(file);
      if (refusal === null) return void send(file, newKey());
      stop();
      const fault = { text: refusal, canRetry: false };
      setSending({ name: files.length > 1 ? `${files.length} files` : file.name, size: file.size, progress: 0, fault });
      announce(refusal);
    },
  };
}

/** Returns why a file cannot be sent; the server checks its content. */
function refusalOf({ size }: File): string | null {
  if (size === 0) return "This file is empty, so it was not uploaded";
  const most = limits.resourceFileBytes;
  return size > most ? `The file is too large (maximum ${formatFileSize(most)})` : null;
}

function faultOf(error: CallError): NonNullable<Sending["fault"]> {
  if (isSignedOut(error)) return { text: "You must be logged in to upload files", canRetry: true };
  if (isPassing(error)) {
    return { text: navigator.onLine ? "Deskhand could not be reached" : "Waits for a connection", canRetry: true };
  }
  if (!isDefinedError(error)) {
    // A proxy refuses by itself what is too large for it.
    const isTooLarge = "status" in error && error.status === 413;
    return { text: isTooLarge ? "This file is too large" : failureText(error), canRetry: !isTooLarge };
  }
  if (error.code === "resource_file_type") {
    const { filename, actual } = error.data;
    const isKnown = isAccepted(filename);
    const sentence = isKnown ? "Its content does not match the ending of its name." : failureSentence(error);
    const words = isKnown || actual !== null ? ` ${contentWords(error.data)}` : "";
    return { text: sentence + words, canRetry: false };
  }
  return {
    text: failureText(error),
    canRetry: error.status >= 500 || mayComeAgain(error) || error.code === "resource_file_broken_off",
  };
}

function isUpload(answer: unknown): answer is ResourceUpload {
  return typeof answer === "object" && answer !== null && "uploadId" in answer && "fileSize" in answer;
}

import { errors } from "@deskhand/contract/errors";
import type { Upload } from "@deskhand/contract/messages";

/** A file on its way to the server, which a test lets go on, arrive or break. */
export interface Sending {
  filename: string;
  progress: (part: number) => void;
  arrive: () => void;
  /** Refuses it as the server does. */
  refuse: (code: "upload_is_program" | "upload_misnamed" | "not_signed_in", data?: object) => void;
  /** What stands before the server refuses it, with a page of its own. */
  answerPage: (status: number) => void;
  isStopped: () => boolean;
}

/** Plays the route that takes the files of a reply, in place of the browser's requests with a progress. */
export function fakeUploads(ticketId: string) {
  const uploads: Upload[] = [];
  const sendings: Sending[] = [];
  let isHeld = false;

  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    responseType = "";
    status = 0;
    response: unknown = null;
    #url = new URL(location.href);
    #isStopped = false;

    open(_method: string, url: string) {
      this.#url = new URL(url, location.href);
    }

    setRequestHeader() {}

    abort() {
      this.#isStopped = true;
      this.dispatchEvent(new Event("abort"));
    }

    send(file: Blob) {
      // Files of an earlier test's ticket go on in the page for as long as it lives.
      if (!this.#url.pathname.includes(ticketId)) return;
      const filename = this.#url.searchParams.get("filename") ?? "";
      const answer = (status: number, response: unknown) => {
        this.status = status;
        this.response = response;
        this.dispatchEvent(new Event("load"));
      };
      const sending: Sending = {
        filename,
        progress: (part) => this.upload.dispatchEvent(new ProgressEvent("progress", { loaded: part, total: 1 })),
        arrive() {
          const stored = { id: crypto.randomUUID(), filename, fileSize: file.size, mimeType: file.type };
          uploads.push({ ...stored, createdAt: new Date().toISOString() });
          answer(200, uploads.at(-1));
        },
        refuse: (code, data) => answer(errors[code].status, { defined: true, code, ...errors[code], data }),
        answerPage: (status) => answer(status, null),
        isStopped: () => this.#isStopped,
      };
      sendings.push(sending);
      if (!isHeld) setTimeout(sending.arrive);
    }
  }

  Reflect.set(globalThis, "XMLHttpRequest", FakeRequest);
  return {
    /** What the server has. */
    uploads,
    sendings,
    /** From here on a file goes on only as the test has it. */
    hold() {
      isHeld = true;
    },
  };
}

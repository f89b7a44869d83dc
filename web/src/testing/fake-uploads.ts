import { errors } from "@deskhand/contract/errors";
import type { ResourceUpload } from "@deskhand/contract/knowledge";
import type { Upload } from "@deskhand/contract/messages";
import { fromNow } from "./stop-clock.ts";

/** An upload that a test lets progress, finish or fail. */
export interface Sending {
  filename: string;
  progress: (part: number) => void;
  arrive: () => void;
  /** Refuses it as the server does. */
  refuse: (
    code: "upload_is_program" | "upload_misnamed" | "not_signed_in" | "resource_file_type",
    data?: object,
  ) => void;
  /** Loses the connection. */
  lose: () => void;
  /** Answers with a proxy's own page. */
  answerPage: (status: number) => void;
  isStopped: () => boolean;
}

/** Fakes the upload routes of replies and resources, in place of XMLHttpRequest. */
export function fakeUploads(ticketId: string) {
  const uploads: Upload[] = [];
  const resourceUploads: ResourceUpload[] = [];
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
      const isOfResource = this.#url.pathname === "/api/knowledge/uploads";
      // Uploads of an earlier test's ticket continue for the life of the page.
      if (!isOfResource && !this.#url.pathname.includes(ticketId)) return;
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
          if (isOfResource) {
            const uploadId = crypto.randomUUID();
            const fileType = filename.endsWith(".pdf") ? "pdf" : filename.endsWith(".png") ? "image" : "text";
            const kinds = { contentType: "application/octet-stream", fileType } as const;
            resourceUploads.push({ uploadId, fileName: filename, fileSize: file.size, ...kinds });
            return answer(200, resourceUploads.at(-1));
          }
          const stored = { id: crypto.randomUUID(), filename, fileSize: file.size, mimeType: file.type };
          uploads.push({ ...stored, createdAt: fromNow().toISOString() });
          answer(200, uploads.at(-1));
        },
        refuse: (code, data) => answer(errors[code].status, { defined: true, code, ...errors[code], data }),
        lose: () => this.dispatchEvent(new Event("error")),
        answerPage: (status) => answer(status, null),
        isStopped: () => this.#isStopped,
      };
      sendings.push(sending);
      if (!isHeld) setTimeout(sending.arrive);
    }
  }

  Reflect.set(globalThis, "XMLHttpRequest", FakeRequest);
  return {
    /** The stored uploads. */
    uploads,
    resourceUploads,
    sendings,
    /** From now on uploads progress only when the test says so. */
    hold() {
      isHeld = true;
    },
  };
}

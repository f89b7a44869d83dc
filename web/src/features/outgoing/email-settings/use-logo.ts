import type { UploadedLogo } from "@deskhand/contract/admin/email-settings";
import { limits } from "@deskhand/contract/limits";
import { logoUploadUrl } from "@deskhand/contract/pages";
import { isDefinedError } from "@orpc/client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureText, refusalOf } from "../../../lib/failure.ts";

export type LogoUpload = ReturnType<typeof useLogo>;

/** Uploads a logo, which counts once it is saved; `onUploaded` gets its address, `onBegin` is told of every file that is picked. */
export function useLogo({ onBegin, onUploaded }: { onBegin: () => void; onUploaded: (url: string) => void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const upload = useMutation({ mutationFn: send, onSuccess: ({ url }) => onUploaded(url) });
  const failed = upload.error && (isDefinedError(upload.error) ? failureText(upload.error) : "Failed to upload logo");
  return {
    isBusy: upload.isPending,
    error: refusal ?? failed,
    clear() {
      setRefusal(null);
      upload.reset();
    },
    upload(file: File) {
      if (upload.isPending) return;
      upload.reset();
      onBegin();
      const wrong = refusalFor(file);
      setRefusal(wrong);
      if (wrong === null) upload.mutate(file);
    },
  };
}

/** What is wrong with a file before it is sent; its content is looked at by the server. */
function refusalFor({ type, size }: File): string | null {
  if (!type.startsWith("image/")) return "Please upload an image file (PNG, JPG, GIF, SVG)";
  return size > limits.logoSizeBytes ? "Image file size must be less than 2MB" : null;
}

/** Sends a file; rejects as the typed client does. */
async function send(file: File): Promise<UploadedLogo> {
  const headers = { "content-type": "application/octet-stream" };
  const response = await fetch(logoUploadUrl, { method: "POST", body: file, headers });
  const body: unknown = await response.json().catch(() => null); // A proxy's error page: its status says enough.
  if (response.ok) return body as UploadedLogo;
  throw refusalOf(response.status, body);
}

import type { Attachment } from "@deskhand/contract/messages";
import { attachmentPreviewUrl } from "@deskhand/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { FileX } from "lucide-react";
import { useState } from "react";
import { UNREACHABLE } from "../../../lib/failure-words.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { previewKind } from "./preview-kind.ts";

/** One file as the browser shows it, or why it does not. */
export function AttachmentPreview({ attachment }: { attachment: Attachment }) {
  return previewKind(attachment) === "pdf" ? (
    <PdfPreview attachment={attachment} />
  ) : (
    <Picture attachment={attachment} />
  );
}

function Picture({ attachment: { id, filename } }: { attachment: Attachment }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken)
    return <NoPreview title="This picture cannot be shown">Download it to open it with a program.</NoPreview>;
  return (
    <div className="grid h-full place-items-center p-4">
      <img
        src={attachmentPreviewUrl(id)}
        alt={filename}
        onError={() => setBroken(true)}
        className="max-h-full max-w-full rounded-tag object-contain"
      />
    </div>
  );
}

/** Whether the server shows a file at all; it looks into it, and refuses what is no PDF. */
async function isShown(url: string): Promise<boolean> {
  const response = await fetch(url);
  await response.body?.cancel();
  if (response.status >= 500 || response.status === 401) throw new TypeError(`The server answered ${response.status}`);
  return response.ok;
}

function PdfPreview({ attachment: { id, filename } }: { attachment: Attachment }) {
  const url = attachmentPreviewUrl(id);
  const { data, error, refetch } = useQuery({ queryKey: ["attachment-preview", id], queryFn: () => isShown(url) });
  if (!navigator.pdfViewerEnabled) {
    return <NoPreview title="This browser has no PDF viewer">Download the file to open it with a program.</NoPreview>;
  }
  if (error !== null) {
    return (
      <NoPreview
        title="The file could not be loaded"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {UNREACHABLE}
      </NoPreview>
    );
  }
  if (data === undefined) {
    return (
      <div className="grid h-full place-items-center">
        <Spinner />
      </div>
    );
  }
  if (!data) {
    return (
      <NoPreview title="This file cannot be previewed">It is no PDF. Download it if you trust its sender.</NoPreview>
    );
  }
  return <iframe src={url} title={filename} className="block size-full bg-white" />;
}

interface NoPreviewProps {
  title: string;
  children: string;
  action?: React.ReactNode;
}

function NoPreview({ title, children, action }: NoPreviewProps) {
  return (
    <div className="grid h-full place-items-center">
      <EmptyState icon={<FileX size={20} aria-hidden />} title={title} action={action}>
        {children}
      </EmptyState>
    </div>
  );
}

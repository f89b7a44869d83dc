import type { ResourceDetail } from "@deskhand/contract/knowledge";
import { ExternalLink, Paperclip } from "lucide-react";
import type { ReactNode } from "react";
import { counted, formatLongDateTime } from "../../../lib/format.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { TagList } from "../../../ui/tag-list.tsx";
import { inKilobytes } from "../resource-badges.tsx";

/** A resource's category, tags, file, and text with its line breaks. */
export function ResourceBody({ resource }: { resource: ResourceDetail }) {
  const { category, uploaderName, updatedAt, usageCount, tags, description, content } = resource;
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-wrap gap-x-5 gap-y-2">
        <BodyFact name="Category">{category}</BodyFact>
        <BodyFact name="Author">
          <bdi>{uploaderName ?? "Unknown"}</bdi>
        </BodyFact>
        <BodyFact name="Updated">
          <time dateTime={updatedAt} className="tabular">
            {formatLongDateTime(updatedAt)}
          </time>
        </BodyFact>
        <BodyFact name="Used">
          <span className="tabular">{counted(usageCount, "time")}</span>
        </BodyFact>
      </dl>
      {tags.length > 0 && <TagList tags={tags} />}
      {description !== null && (
        <p dir="auto" className="whitespace-pre-wrap text-soft break-anywhere">
          {description}
        </p>
      )}
      <AttachedFile resource={resource} />
      {content !== null && (
        <p dir="auto" className="max-w-[72ch] whitespace-pre-wrap break-anywhere">
          {content}
        </p>
      )}
    </div>
  );
}

/** A labelled fact of a resource. */
export function BodyFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-faint text-xs">{name}</dt>
      <dd className="break-anywhere">{children}</dd>
    </div>
  );
}

function AttachedFile({ resource: { fileUrl, fileName, fileSize, fileType } }: { resource: ResourceDetail }) {
  if (fileUrl === null) return null;
  return (
    <section
      aria-label="Attached File"
      className="flex flex-wrap items-center gap-3 rounded-panel border border-line bg-panel px-3.5 py-3"
    >
      <Paperclip size={16} aria-hidden className="shrink-0 text-soft" />
      <div className="min-w-0 flex-1 basis-44">
        <h3 className="font-semibold text-sm">Attached File</h3>
        <p className="flex flex-wrap gap-x-2 text-sm text-soft tabular">
          <span>{fileType.toUpperCase()}</span>
          {fileSize !== null && <span>{inKilobytes(fileSize)}</span>}
          <bdi className="min-w-0 truncate text-faint">{fileName}</bdi>
        </p>
      </div>
      <ButtonLink
        size="sm"
        href={fileUrl}
        target="_blank"
        rel="noreferrer"
        icon={<ExternalLink size={13} aria-hidden />}
      >
        Open File
      </ButtonLink>
    </section>
  );
}

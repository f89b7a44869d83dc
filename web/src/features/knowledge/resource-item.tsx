import type { Resource } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import { Check, Copy, ExternalLink, Eye, Lock, Paperclip } from "lucide-react";
import { counted, formatDate, formatFileSize } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TagList } from "../../ui/tag-list.tsx";
import { ResourceIcon } from "./resource-badges.tsx";

interface ResourceItemProps {
  resource: Resource;
  isAttached: boolean;
  isAttaching: boolean;
  isCopied: boolean;
  onView: () => void;
  onCopy: () => void;
  onAttach: () => void;
}

/** A resource of the picker with its actions. */
export function ResourceItem(props: ResourceItemProps) {
  const { resource, isAttached, isAttaching, isCopied, onView, onCopy, onAttach } = props;
  const { title, description, excerpt, category, fileType, fileUrl, isPublic } = resource;
  const about = description ?? excerpt;
  return (
    <li className="flex flex-wrap gap-x-3.5 gap-y-2.5 px-4 py-3 transition-colors duration-120 focus-within:bg-hover hover:bg-hover sm:px-5">
      <ResourceIcon type={fileType} />
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="min-w-0 font-semibold break-anywhere">
            <bdi>{title}</bdi>
          </h3>
          <Badge>{category}</Badge>
          {!isPublic && <Badge icon={<Lock size={11} aria-hidden />}>Private</Badge>}
          {isAttached && (
            <Badge tone="green" icon={<Check size={11} aria-hidden />}>
              In your reply
            </Badge>
          )}
        </div>
        {about !== null && (
          <p dir="auto" className="line-clamp-2 max-w-[90ch] text-soft break-anywhere">
            {about}
          </p>
        )}
        <Facts resource={resource} />
        {resource.tags.length > 0 && <TagList isTerse tags={resource.tags} most={limits.tagsOnResource} />}
      </div>
      {/* Close to the title on wide screens, below it on phones. */}
      <div className="flex shrink-0 flex-wrap items-start gap-1.5 max-sm:w-full max-sm:pl-12.5">
        {fileUrl === null ? (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`View ${title}`}
            icon={<Eye size={13} aria-hidden className="max-sm:hidden" />}
            onClick={onView}
          >
            View
          </Button>
        ) : (
          <>
            <ButtonLink
              size="sm"
              variant="ghost"
              href={fileUrl}
              target="_blank"
              rel="noreferrer"
              aria-label={`View ${title} in a new tab`}
              icon={<ExternalLink size={13} aria-hidden className="max-sm:hidden" />}
              onClick={onView}
            >
              View
            </ButtonLink>
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Copy Link to ${title}`}
              icon={
                isCopied ? (
                  <Check size={13} aria-hidden className="text-green" />
                ) : (
                  <Copy size={13} aria-hidden className="max-sm:hidden" />
                )
              }
              onClick={onCopy}
            >
              Copy Link
            </Button>
          </>
        )}
        <Button
          size="sm"
          data-attach
          aria-label={`Attach to Reply: ${title}`}
          icon={<Paperclip size={13} aria-hidden className="max-sm:hidden" />}
          busy={isAttaching}
          onClick={onAttach}
        >
          Attach to Reply
        </Button>
      </div>
    </li>
  );
}

function Facts({ resource: { uploaderName, updatedAt, fileSize, usageCount } }: { resource: Resource }) {
  return (
    <p className="flex flex-wrap gap-x-2 text-faint text-xs tabular [&>:not(:last-child)]:after:ml-2 [&>:not(:last-child)]:after:content-['·']">
      <span>
        By <bdi>{uploaderName ?? "Unknown"}</bdi>
      </span>
      <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>
      {fileSize !== null && <span>{formatFileSize(fileSize)}</span>}
      <span>{counted(usageCount, "view")}</span>
    </p>
  );
}

import type { Resource } from "@deskhand/contract/knowledge";
import type { AccessLevel, ResourceOrder, ResourceType } from "@deskhand/contract/vocabulary";
import {
  AudioLines,
  BookMarked,
  FileSpreadsheet,
  FileText,
  Globe,
  Image,
  Lock,
  type LucideIcon,
  NotebookText,
  Scale,
  Video,
} from "lucide-react";
import { Badge } from "../../ui/badge.tsx";

/** Whom a resource is open to: everybody, the team, or only some of it. */
export function OpennessBadges({ resource: { isPublic, accessLevel } }: { resource: Openness }) {
  return (
    <>
      {isPublic ? (
        <Badge tone="green" icon={<Globe size={11} aria-hidden />}>
          Public
        </Badge>
      ) : (
        <Badge tone="grey" icon={<Lock size={11} aria-hidden />}>
          Private
        </Badge>
      )}
      {accessLevel !== "all-agents" && <Badge tone="amber">{accessWords[accessLevel]}</Badge>}
    </>
  );
}

type Openness = Pick<Resource, "isPublic" | "accessLevel">;

/** What kind of thing a resource is: a manual, a policy, or else a file where one is attached. */
export function KindBadge({ resource: { fileType, fileUrl } }: { resource: Pick<Resource, "fileType" | "fileUrl"> }) {
  const isNamed = fileType === "manual" || fileType === "policy";
  if (!isNamed && fileUrl === null) return null;
  return <Badge>{isNamed ? typeLooks[fileType].short : "File"}</Badge>;
}

/** What each type is called, in a form and on a tile, and its icon. */
export const typeLooks: Record<ResourceType, { label: string; short: string; Icon: LucideIcon }> = {
  text: { label: "Text Document", short: "Text", Icon: NotebookText },
  pdf: { label: "PDF Document", short: "PDF", Icon: FileText },
  document: { label: "Document (Word/Excel)", short: "Document", Icon: FileSpreadsheet },
  image: { label: "Image/Infographic", short: "Image", Icon: Image },
  video: { label: "Video", short: "Video", Icon: Video },
  audio: { label: "Audio", short: "Audio", Icon: AudioLines },
  manual: { label: "Manual", short: "Manual", Icon: BookMarked },
  policy: { label: "Policy", short: "Policy", Icon: Scale },
};

/** A resource's type as an icon, with its word for those who do not see it. */
export function ResourceIcon({ type }: { type: ResourceType }) {
  const { label, Icon } = typeLooks[type];
  return (
    <span
      title={label}
      className="grid size-9 shrink-0 place-items-center rounded-control border border-line bg-panel text-soft"
    >
      <Icon size={17} role="img" aria-label={label} />
    </span>
  );
}

/** Whom each access level lets in, as the form offers it. */
export const accessWords: Record<AccessLevel, string> = {
  "all-agents": "All Agents",
  "supervisors-only": "Supervisors Only",
  "admin-only": "Admin Only",
};

/** How a list may be ordered, the default first. */
export const orderWords: readonly { value: ResourceOrder; label: string }[] = [
  { value: "updated", label: "Recently updated" },
  { value: "match", label: "Best match" },
  { value: "used", label: "Most used" },
];

/** The size of an attached file in whole KB: what is smaller than one counts as one. */
export function inKilobytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1024)).toLocaleString("en-US")} KB`;
}

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

/** Who a resource is open to: everybody, the team, or a part of it. */
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

/** A resource's kind: manual, policy, or file if it has one. */
export function KindBadge({ resource: { fileType, fileUrl } }: { resource: Pick<Resource, "fileType" | "fileUrl"> }) {
  const isNamed = fileType === "manual" || fileType === "policy";
  if (!isNamed && fileUrl === null) return null;
  return <Badge>{isNamed ? typeLooks[fileType].short : "File"}</Badge>;
}

/** Each type's label in a form and on a tile, and its icon. */
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

/** A resource's type as an icon with a label for screen readers. */
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

/** Who each access level includes, as the form shows it. */
export const accessWords: Record<AccessLevel, string> = {
  "all-agents": "All Agents",
  "supervisors-only": "Supervisors Only",
  "admin-only": "Admin Only",
};

/** The orders of the list, the default first. */
export const orderWords: readonly { value: ResourceOrder; label: string }[] = [
  { value: "updated", label: "Recently updated" },
  { value: "match", label: "Best match" },
  { value: "used", label: "Most used" },
];

/** Returns a file's size in whole KB, at least one. */
export function inKilobytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1024)).toLocaleString("en-US")} KB`;
}

import type { ResourceType } from "@deskhand/contract/vocabulary";
import {
  AudioLines,
  BookMarked,
  FileSpreadsheet,
  FileText,
  Image,
  type LucideIcon,
  NotebookText,
  Scale,
  Video,
} from "lucide-react";
import { typeWords } from "./resource-words.ts";

const icons: Record<ResourceType, LucideIcon> = {
  text: NotebookText,
  pdf: FileText,
  document: FileSpreadsheet,
  image: Image,
  video: Video,
  audio: AudioLines,
  manual: BookMarked,
  policy: Scale,
};

/** A resource's type as an icon, with its word for those who do not see it. */
export function ResourceIcon({ type }: { type: ResourceType }) {
  const Icon = icons[type];
  return (
    <span
      title={typeWords[type]}
      className="grid size-9 shrink-0 place-items-center rounded-control border border-line bg-panel text-soft"
    >
      <Icon size={17} role="img" aria-label={typeWords[type]} />
    </span>
  );
}

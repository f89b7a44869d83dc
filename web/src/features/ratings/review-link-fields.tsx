import { ratingLimits } from "@deskhand/contract/ratings/rating-limits";
import { Plus, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { type LinkDraft, newLink } from "./rating-draft.ts";

interface ReviewLinkFieldsProps {
  links: readonly LinkDraft[];
  isReadOnly: boolean;
  faultOf: (index: number, field: "name" | "url") => string | undefined;
  onChange: (links: LinkDraft[]) => void;
}

/** The sites on which whoever rated well can write a review. */
export function ReviewLinkFields({ links, isReadOnly, faultOf, onChange }: ReviewLinkFieldsProps) {
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <h3 className="font-semibold">Review sites</h3>
        <p className="text-soft text-sm">Shown with the thanks to whoever rates with one of the two best faces.</p>
      </div>
      {links.map((link, index) => (
        <div key={link.key} className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            <InputField
              label="Name"
              placeholder="e.g. Trustpilot"
              maxLength={ratingLimits.ratingReviewNameLength}
              value={link.name}
              readOnly={isReadOnly}
              error={faultOf(index, "name")}
              onChange={(event) => onChange(links.with(index, { ...link, name: event.target.value }))}
            />
            <InputField
              label="Address"
              inputMode="url"
              maxLength={ratingLimits.ratingReviewUrlLength}
              value={link.url}
              readOnly={isReadOnly}
              error={faultOf(index, "url")}
              onChange={(event) => onChange(links.with(index, { ...link, url: event.target.value }))}
            />
          </div>
          {!isReadOnly && (
            <IconButton
              label={`Remove the link ${link.name}`.trim()}
              icon={<X size={15} aria-hidden />}
              className="mt-6.5"
              onClick={() => onChange(links.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          icon={<Plus size={14} aria-hidden />}
          disabled={links.length >= ratingLimits.ratingReviewLinks}
          onClick={() => onChange([...links, newLink()])}
        >
          Add a link
        </Button>
      )}
    </Card>
  );
}

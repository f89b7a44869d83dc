import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { api } from "../../lib/api.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { asPreview, Preview } from "../../screens/preview.tsx";
import { Select } from "../../ui/form/select.tsx";
import { type LinkDraft, linksOf } from "./rating-draft.ts";

const views = [
  { id: "mail", label: "Mail" },
  { id: "page", label: "Page" },
  { id: "thanks", label: "Thanks" },
] as const;
type View = (typeof views)[number]["id"];

/** A link that is typed half is not shown. */
const isWhole = ({ name, url }: LinkDraft) => name.trim() !== "" && URL.canParse(url) && /^https:\/\/[^/]/i.test(url);

/** What customers see, in any of the languages. */
export function RatingPreview({ reviewLinks }: { reviewLinks: readonly LinkDraft[] }) {
  const [view, setView] = useState<View>("mail");
  const [language, setLanguage] = useState("en");
  const whole = useMemo(() => linksOf(reviewLinks.filter(isWhole)), [reviewLinks]);
  const links = useDebounced(whole, 400);
  const input = { view, language, reviewLinks: links };
  const preview = useQuery(api.ratings.preview.queryOptions({ input, ...asPreview }));
  const options = preview.data?.languages.map(({ code, name }) => ({ value: code, label: name })) ?? [];
  return (
    <Preview
      title="Preview"
      label="What is shown"
      views={views}
      view={view}
      onView={setView}
      preview={preview}
      controls={
        options.length > 0 && (
          <Select
            small
            aria-label="Language"
            className="w-44"
            value={language}
            options={options}
            onChange={setLanguage}
          />
        )
      }
      className="@6xl:sticky @6xl:top-18"
    />
  );
}

import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { ToolButton } from "../../../ui/button.tsx";
import { isRepeatedClick } from "../../../ui/form/is-repeated-click.ts";

interface AttachFileButtonProps {
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

/** The 'Attach File' button (docs/product.md#files-of-a-reply): takes several files at once. */
export function AttachFileButton({ disabled, onFiles }: AttachFileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <ToolButton
        label="Attach File"
        icon={<Paperclip size={15} aria-hidden />}
        disabled={disabled}
        onClick={(event) => isRepeatedClick(event) || field.current?.click()}
        title="Attach File (you can also drop files here, or paste them into the text)"
      />
      <input
        ref={field}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again, after it was removed.
          target.value = "";
        }}
      />
    </>
  );
}

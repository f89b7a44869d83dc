import { ImageUp } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { Button } from "../button.tsx";

interface PictureButtonProps extends Omit<ComponentProps<typeof Button>, "icon" | "onClick" | "onPick"> {
  /** The name of the field behind it. */
  label: string;
  /** The types that the browser offers. */
  accept: string;
  onPick: (file: File) => void;
}

/** A button that has a picture picked, the same one again too. */
export function PictureButton({ label, accept, onPick, ...button }: PictureButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} icon={<ImageUp size={15} aria-hidden />} onClick={() => field.current?.click()} />
      <input
        ref={field}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          const [picked] = target.files ?? [];
          target.value = "";
          if (picked) onPick(picked);
        }}
      />
    </>
  );
}

/** A person's picture, or initials. The name is shown next to it. */
import { classes } from './classes.ts';

export interface AvatarProps {
  readonly initials: string;
  readonly image?: string | undefined;
  readonly large?: boolean | undefined;
}

export function Avatar({ initials, image, large = false }: AvatarProps) {
  return (
    // The style sheet renders the initials: visible text missing from a button's accessible name breaks voice control.
    <span
      className={classes(
        'inline-grid flex-none place-items-center overflow-hidden rounded-full bg-(--avatar) leading-none font-[600] tracking-[0.02em] text-(--on-avatar) data-initials:before:content-[attr(data-initials)]',
        large ? 'size-8 text-[11px]' : 'size-6.5 text-[10px]',
      )}
      data-initials={image === undefined ? initials : undefined}
      aria-hidden="true"
    >
      {image !== undefined && <img className="size-full object-cover" src={image} alt="" />}
    </span>
  );
}

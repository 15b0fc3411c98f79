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
      className={classes('avatar', large && 'avatar-l')}
      data-initials={image === undefined ? initials : undefined}
      aria-hidden="true"
    >
      {image !== undefined && <img src={image} alt="" />}
    </span>
  );
}

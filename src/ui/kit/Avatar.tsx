/** A person: their picture, else their initials. The name stands beside it. */
import { classes } from './classes.ts';

export interface AvatarProps {
  readonly initials: string;
  readonly image?: string | undefined;
  readonly large?: boolean | undefined;
}

export function Avatar({ initials, image, large = false }: AvatarProps) {
  return (
    // The letters come by the style sheet: text in a button that its name does not say would confuse whoever speaks to it.
    <span
      className={classes('avatar', large && 'avatar-l')}
      data-initials={image === undefined ? initials : undefined}
      aria-hidden="true"
    >
      {image !== undefined && <img src={image} alt="" />}
    </span>
  );
}

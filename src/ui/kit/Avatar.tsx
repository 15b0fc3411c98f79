/** A person: their picture, else their initials. The name stands beside it. */
import { classes } from './classes.ts';

export interface AvatarProps {
  readonly initials: string;
  readonly image?: string | undefined;
  readonly large?: boolean | undefined;
}

export function Avatar({ initials, image, large = false }: AvatarProps) {
  return (
    <span className={classes('avatar', large && 'avatar-l')} aria-hidden="true">
      {image === undefined ? initials : <img src={image} alt="" />}
    </span>
  );
}

/**
 * One illustration per robot kind: lines in the heading colour, one pale-blue part, a dark screen with two upright
 * eyes, a ground line.
 */
import type { ReactNode } from 'react';
import type { RobotKind } from '../../../contract/entities/constants.ts';
import { classes } from './classes.ts';

const WIDTH = 96;
const HEIGHT = 112;
const SCREEN_ROUND = 7;

/** Parts of the drawings. */
const OUTLINE = { stroke: 'var(--art-line)', strokeWidth: 2.5 };
const BODY = { ...OUTLINE, fill: 'var(--art-body)' };
const INNER = { ...OUTLINE, fill: 'var(--art-inner)' };
const ACCENT = { ...OUTLINE, fill: 'var(--art-accent)' };
const SCREEN = { fill: 'var(--art-screen)' };
const EYE = { stroke: 'var(--art-eye)', strokeWidth: 3 };
const WHEEL = { fill: 'var(--art-line)', stroke: 'var(--art-line)', strokeWidth: 2 };
const GROUND = { stroke: 'var(--line-2)', strokeWidth: 2.5 };
const MAST = { stroke: 'var(--art-line)', strokeWidth: 5 };
const SOFT = { stroke: 'var(--n-400)', strokeWidth: 2.5 };
const LAMP = { stroke: 'var(--brand-500)', strokeWidth: 6 };
const RAY = { stroke: 'var(--brand-500)', strokeWidth: 2.5 };

/** The face shared by all kinds. */
function Face({ x, y, w, h }: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }) {
  const eye = (share: number): string => `M${x + w * share} ${y + h * 0.36}v${h * 0.28}`;
  return (
    <>
      <rect x={x} y={y} width={w} height={h} rx={Math.min(SCREEN_ROUND, h / 2)} {...SCREEN} />
      <path d={eye(0.34) + eye(0.66)} {...EYE} />
    </>
  );
}

const ART: Record<RobotKind, ReactNode> = {
  delivery: (
    <>
      <path d="M14 107h68" {...GROUND} />
      <rect x="22" y="10" width="52" height="84" rx="11" {...BODY} />
      <Face x={31} y={19} w={34} h={18} />
      <rect x="30" y="46" width="36" height="18" rx="4" {...ACCENT} />
      <rect x="30" y="69" width="36" height="18" rx="4" {...INNER} />
      <path d="M43 51.5h10M43 74.5h10" {...OUTLINE} />
      <rect x="17" y="90" width="62" height="10" rx="5" {...BODY} />
      <circle cx="30" cy="102" r="5" {...WHEEL} />
      <circle cx="66" cy="102" r="5" {...WHEEL} />
    </>
  ),
  reception: (
    <>
      <path d="M14 107h68" {...GROUND} />
      <path d="M41 40h14l9 46H32z" {...BODY} />
      <path d="M40 46c-7 3-10 10-10.5 19M56 46c7 3 10 10 10.5 19" {...OUTLINE} />
      <circle cx="29.4" cy="67" r="3.2" {...BODY} />
      <circle cx="66.6" cy="67" r="3.2" {...BODY} />
      <rect x="38" y="50" width="20" height="14" rx="3" {...ACCENT} />
      <rect x="27" y="8" width="42" height="29" rx="14" {...BODY} />
      <Face x={33} y={14} w={30} h={17} />
      <path d="M48 37v4" {...OUTLINE} />
      <rect x="22" y="86" width="52" height="14" rx="7" {...BODY} />
      <path d="M31 93h34" {...SOFT} />
      <circle cx="34" cy="103" r="4" {...WHEEL} />
      <circle cx="62" cy="103" r="4" {...WHEEL} />
    </>
  ),
  security: (
    <>
      <path d="M8 107h80" {...GROUND} />
      <path d="M48 36v26" {...MAST} />
      <path d="M43 10h10" {...LAMP} />
      <circle cx="48" cy="26" r="13" {...BODY} />
      <Face x={38.5} y={19.5} w={19} h={13} />
      <path d="M20 66c0-4 3-7 7-7h42c4 0 7 3 7 7l4 14v8c0 3-2 5-5 5H21c-3 0-5-2-5-5v-8z" {...BODY} />
      <rect x="32" y="67" width="32" height="11" rx="4" {...ACCENT} />
      <path d="M22 84h8M66 84h8" {...SOFT} />
      <circle cx="29" cy="95" r="10" {...WHEEL} />
      <circle cx="67" cy="95" r="10" {...WHEEL} />
      <circle cx="29" cy="95" r="3" {...INNER} />
      <circle cx="67" cy="95" r="3" {...INNER} />
    </>
  ),
  disinfection: (
    <>
      <path d="M14 107h68" {...GROUND} />
      <rect x="29" y="8" width="38" height="10" rx="5" {...BODY} />
      <rect x="33.5" y="18" width="7" height="52" {...ACCENT} />
      <rect x="44.5" y="18" width="7" height="52" {...ACCENT} />
      <rect x="55.5" y="18" width="7" height="52" {...ACCENT} />
      <path d="M20 24l-6-2M20 36h-7M20 48l-6 2M76 24l6-2M76 36h7M76 48l6 2" {...RAY} />
      <rect x="22" y="68" width="52" height="30" rx="9" {...BODY} />
      <Face x={33} y={75} w={30} h={15} />
      <circle cx="33" cy="102" r="5" {...WHEEL} />
      <circle cx="63" cy="102" r="5" {...WHEEL} />
    </>
  ),
};

export interface RobotArtProps {
  readonly kind: RobotKind;
  /** Height in px. */
  readonly size?: number | undefined;
  /** The robot does not respond. */
  readonly dim?: boolean | undefined;
}

export function RobotArt({ kind, size = 48, dim = false }: RobotArtProps) {
  return (
    <svg
      className={classes('art block flex-none', dim && 'opacity-45')}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      width={(size * WIDTH) / HEIGHT}
      height={size}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      {ART[kind]}
    </svg>
  );
}

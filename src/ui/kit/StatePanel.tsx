/**
 * Placeholder for a list: empty (its purpose, the first action), failed (reason, retry), forbidden (who can grant
 * access).
 */
import type { ReactNode } from 'react';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Lock from 'lucide-react/icons/lock';
import Unplug from 'lucide-react/icons/unplug';
import type { RobotKind } from '../../../contract/entities/constants.ts';
import type { Glyph } from '../icons/glyph.ts';
import { Icon } from './Icon.tsx';
import { RobotArt } from './RobotArt.tsx';

export type PanelState = 'empty' | 'failed' | 'forbidden' | 'loading';

export interface StatePanelProps {
  readonly state: PanelState;
  readonly title: string;
  readonly text?: string | undefined;
  /** Illustration of the empty state. */
  readonly art?: RobotKind | undefined;
  /** Replaces the state's own icon. */
  readonly icon?: Glyph | undefined;
  /** One button, of size s. */
  readonly children?: ReactNode;
}

const ICON: Record<Exclude<PanelState, 'empty'>, Glyph> = { failed: Unplug, forbidden: Lock, loading: LoaderCircle };
const ART_PX = 56;
const ICON_PX = 28;

export function StatePanel({ state, title, text, art = 'delivery', icon, children }: StatePanelProps) {
  const picture = icon ?? (state === 'empty' ? undefined : ICON[state]);
  return (
    <div className="state" role={state === 'failed' ? 'alert' : 'status'}>
      {picture === undefined ? (
        <RobotArt kind={art} size={ART_PX} />
      ) : (
        <Icon of={picture} size={ICON_PX} className={state === 'loading' ? 'spin' : undefined} />
      )}
      {/* Heading below the page's own heading, in a card or without one. */}
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children !== undefined && <div className="state-acts">{children}</div>}
    </div>
  );
}

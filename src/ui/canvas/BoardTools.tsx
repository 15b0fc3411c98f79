/**
 * What the boards share on which a floor is drawn and a map is edited: the tools above the board with undo and redo, and
 * the buttons that zoom.
 */
import Redo2 from 'lucide-react/icons/redo-2';
import Undo2 from 'lucide-react/icons/undo-2';
import type { ReactNode } from 'react';
import { useT } from '../hooks/useT.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { SegmentedControl, type SegmentedControlProps } from '../kit/SegmentedControl.tsx';
import { MapZoom } from './MapTools.tsx';

/** On a phone the tools are words without icons, so that all of them fit. */
const BAR =
  'flex min-h-11 flex-wrap items-center gap-1.5 border-b border-line px-2 py-1.5 max-desk:*:[[role=radiogroup]]:w-full max-desk:[&_[role=radio]]:h-10 max-desk:[&_[role=radio]]:flex-1 max-desk:[&_[role=radio]_svg]:hidden';

type HistoryEvent = { readonly type: 'history.undo' } | { readonly type: 'history.redo' };
interface BoardToolsProps<Tool extends string> extends Pick<
  SegmentedControlProps<Tool>,
  'value' | 'options' | 'onChange'
> {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly send: (event: HistoryEvent) => void;
  /** What this board adds, at the end of the row. */
  readonly children: ReactNode;
}

export function BoardTools<Tool extends string>({ canUndo, canRedo, send, children, ...tools }: BoardToolsProps<Tool>) {
  const t = useT();
  return (
    <div className={BAR}>
      <SegmentedControl size="s" label={t('shared.tools')} {...tools} />
      <IconButton
        icon={Undo2}
        size="s"
        label={t('shared.undo')}
        disabledReason={canUndo ? undefined : t('shared.nothingToUndo')}
        onClick={() => send({ type: 'history.undo' })}
      />
      <IconButton
        icon={Redo2}
        size="s"
        label={t('shared.redo')}
        disabledReason={canRedo ? undefined : t('shared.nothingToRedo')}
        onClick={() => send({ type: 'history.redo' })}
      />
      <span className="top-gap" />
      {children}
    </div>
  );
}

const ZOOM_STEP = 1.4;
interface BoardZoomProps {
  /** "Whole floor". */
  readonly fit: string;
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
}

export function BoardZoom({ fit, onZoom, onFit }: BoardZoomProps) {
  const t = useT();
  return (
    <MapZoom
      labels={{
        group: t('common.zoom'),
        zoomIn: t('common.zoomIn'),
        zoomOut: t('common.zoomOut'),
        fit,
        follow: '',
      }}
      onZoomIn={() => onZoom(ZOOM_STEP)}
      onZoomOut={() => onZoom(1 / ZOOM_STEP)}
      onFit={onFit}
    />
  );
}

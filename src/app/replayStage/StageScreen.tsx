/** Renders one recorded moment, and reports whether that succeeded. */
import { useEffect } from 'react';
import { Boundary } from '../Boundary.tsx';
import { type Frame, Root } from '../Root.tsx';
import type { StageApp } from './loadStage.ts';

interface StageScreenProps {
  readonly app: StageApp;
  readonly frame: Frame;
  /** A new value discards the rendered components. */
  readonly epoch: number;
  readonly onDrawn: () => void;
  readonly onBroken: (message: string) => void;
}

export function StageScreen({ app, frame, epoch, onDrawn, onBroken }: StageScreenProps) {
  useEffect(onDrawn);
  return (
    <Boundary key={epoch} onBroken={onBroken}>
      <Root app={app} frame={() => frame} />
    </Boundary>
  );
}

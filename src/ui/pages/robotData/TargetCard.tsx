/** Card over the map while a target is chosen: instructions, then the actions for it. */
import { useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { toDegrees, toRadians } from '../../../../contract/rules/mapFrame.ts';
import type { Target, TargetAct } from '../../../machines/robotData/commands.setup.ts';
import { selectAct, selectTarget, selectTool } from '../../../machines/robotData/commands.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Problem } from '../../kit/Problem.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { LabelledSlider } from './LabelledSlider.tsx';
import { roomNameAt } from './robotPlace.ts';
import type { RobotPageProps } from './useRobotPage.ts';
import { displacedText } from '../../labels/displacedText.ts';
import { notFoundReason } from './notFoundReason.ts';

export interface TargetCardProps extends RobotPageProps {
  /** The half of the visible map in which a place is. */
  readonly halfOf: (place: Place) => 'left' | 'right';
}

/** Over the map; on a phone below it. */
const CARD =
  'absolute left-1/2 z-4 flex -translate-x-1/2 gap-2.5 rounded-lg bg-surface p-3 shadow-float outline-none max-desk:top-[calc(100%+8px)] max-desk:z-6 desk:bottom-3 max-desk:small:fixed max-desk:small:top-[52px]';
const AIM = 'max-w-[calc(100%-24px)] items-center justify-between text-13';
/** `data-at`: the half of the map that does not hold the target. */
const CHOSEN =
  'w-[min(340px,calc(100%-24px))] flex-col desk:max-wide:w-[272px] desk:data-[at=left]:left-3 desk:data-[at=left]:translate-x-0 desk:data-[at=right]:right-3 desk:data-[at=right]:left-auto desk:data-[at=right]:translate-x-0';

export function TargetCard(part: TargetCardProps) {
  const t = useT();
  const { commands, name } = part;
  const tool = useSelector(commands, selectTool);
  const act = useSelector(commands, selectAct);
  const target = useSelector(commands, selectTarget);
  if (tool === 'placing') {
    return (
      <div className={classes(CARD, AIM)} role="status">
        <p>{t(act === 'relocate' ? 'robotData.target.aimRelocate' : 'robotData.target.aimGo', { name })}</p>
        <Button size="s" onClick={() => commands.send({ type: 'target.cancel' })}>
          {t('robotData.target.stop')}
        </Button>
      </div>
    );
  }
  return tool === 'confirming' && target ? <Chosen {...part} target={target} act={act} /> : null;
}

const TURN = { min: 0, max: 359, step: 1 } as const;

function Chosen({
  target,
  act,
  halfOf,
  ...part
}: TargetCardProps & { readonly target: Target; readonly act: TargetAct }) {
  const t = useT();
  const { commands, loaded, live, name, at, whyNot, notifyError } = part;
  const card = useRef<HTMLDivElement>(null);
  // Moves the focus to the card after a target was picked on the map, and back when the card closes.
  useEffect(() => {
    const before = document.activeElement;
    card.current?.focus();
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  const { x, y } = target;
  // Places the card in the half opposite the target, so that it does not cover it. Only a new target moves the card;
  // panning does not.
  useLayoutEffect(() => {
    card.current?.setAttribute('data-at', halfOf([x, y]) === 'left' ? 'right' : 'left');
    // eslint-disable-next-line react-hooks/exhaustive-deps -- halfOf reads the current view
  }, [x, y]);
  const map = loaded.maps.find(({ id }) => id === target.mapId);
  const room = roomNameAt(map, target.x, target.y);
  const spot = t('robotData.target.place', { x: target.x.toFixed(1), y: target.y.toFixed(1) });
  const relocates = act === 'relocate';
  const displaced = displacedText(t, relocates ? 'relocate' : 'goTo', live, name);
  const sending = relocates
    ? t('robotData.target.set')
    : target.name
      ? t('robotData.target.sendTo', { name, point: target.name })
      : t('robotData.target.send', { name });
  const theta = target.theta ?? live.pose?.theta ?? 0;
  const reason = relocates
    ? whyNot('relocate')
    : (whyNot('goTo') ?? notFoundReason(loaded.detail.abilities, live, target, notifyError));
  const choose = (chosen: TargetAct): void => {
    commands.send({ type: 'act.choose', act: chosen });
    commands.send({ type: 'heading.set', theta: chosen === 'relocate' ? theta : null });
  };
  return (
    <div
      ref={card}
      className={classes(CARD, CHOSEN)}
      role="group"
      aria-label={t('robotData.target.name')}
      tabIndex={-1}
    >
      <div>
        <b className="block text-14 font-semibold text-heading">
          {target.name || (room && map ? t('robotData.target.inRoom', { room, floor: map.floor }) : spot)}
        </b>
        <span className="text-12 text-text-2">
          {relocates ? t('robotData.target.relocateText', { name }) : t('robotData.target.goToText', { name })}
        </span>
      </div>
      <SegmentedControl
        size="s"
        label={t('robotData.target.act')}
        value={act}
        options={[
          { value: 'goTo', label: t('robotData.target.goTo') },
          { value: 'relocate', label: t('robotData.target.relocate') },
        ]}
        onChange={choose}
      />
      {relocates && (
        <LabelledSlider
          {...TURN}
          label={t('shared.direction')}
          value={Math.round(toDegrees(theta)) % (TURN.max + 1)}
          valueText={t('robotData.target.degrees', { degrees: Math.round(toDegrees(theta)) })}
          onChange={(degrees) => commands.send({ type: 'heading.set', theta: toRadians(degrees) })}
        />
      )}
      {displaced && <Problem title={displaced.title} text={displaced.text} />}
      <div className="flex justify-end gap-2">
        <Button size="s" variant="ghost" onClick={() => commands.send({ type: 'target.cancel' })}>
          {t('common.cancel')}
        </Button>
        <Button
          size="s"
          variant="primary"
          disabledReason={reason}
          onClick={() => commands.send({ type: 'target.confirm', at: at(), replaces: displaced?.kind })}
        >
          {displaced ? t('tasks.displaced.send', { task: displaced.noun, send: sending }) : sending}
        </Button>
      </div>
    </div>
  );
}

/** The last actions with their progress: requested, sent, accepted, running, finished. Announced as they change. */
import { useSelector } from '@xstate/react';
import X from 'lucide-react/icons/x';
import { type RobotActionsRef, selectRobotActions } from '../../machines/robotActions/robotActions.selectors.ts';
import { useT } from '../hooks/useT.ts';
import { classes } from '../kit/classes.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { Track } from '../kit/Track.tsx';
import { actionTexts, type ActionTone } from './actionTexts.ts';

const TONE: Record<ActionTone, string> = {
  running: 'text-link',
  good: 'text-st-online-text',
  bad: 'text-st-alarm-text',
  attn: 'text-attn-text',
};

export function ActionStatus({
  actions,
  named = false,
  pictures = true,
}: {
  readonly actions: RobotActionsRef;
  readonly named?: boolean;
  /** Whether the newest photo is shown here. */
  readonly pictures?: boolean;
}) {
  const t = useT();
  const { actions: asked, photo } = useSelector(actions, selectRobotActions);
  return (
    <ul aria-label={t('robotActions.progress')} aria-live="polite" className="empty:hidden">
      {asked.map((action) => {
        const { title, outcome, tone, track } = actionTexts(t, action, named);
        const isPhoto = pictures && photo !== null && action.command?.fileId === photo.fileId;
        return (
          <li
            key={action.local}
            className="grid min-h-9 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 border-t border-line py-1 text-12 first:border-t-0"
          >
            <span className="min-w-0">
              <b className="block truncate font-medium">{title}</b>
              <span className={classes('block font-medium wrap-anywhere', TONE[tone])}>{outcome}</span>
            </span>
            <Track {...track} />
            {action.failure ? (
              <IconButton
                size="s"
                icon={X}
                label={t('robotActions.dismiss', { action: title })}
                onClick={() => actions.send({ type: 'action.dismiss', local: action.local })}
              />
            ) : (
              <span />
            )}
            {isPhoto && (
              <a className="col-span-full mt-1 block" href={photo.url} target="_blank" rel="noreferrer">
                <img
                  className="max-h-40 w-full rounded-lg object-cover"
                  src={photo.url}
                  alt={t('robotActions.photoOf', { robot: action.robotName })}
                />
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

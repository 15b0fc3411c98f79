/** An empty place of the wall: a robot can be dragged there, or chosen from a list. */
import { useSelector } from '@xstate/react';
import Video from 'lucide-react/icons/video';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { foreignSlots, slotOf } from '../../../machines/videoWall/arrangement.ts';
import { selectOpenLayout, selectWall, type VideoWallRef } from '../../../machines/videoWall/videoWall.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Select } from '../../kit/Select.tsx';
import { robotName } from '../../robots/robotName.ts';

const ICON_PX = 22;

export function EmptyPlace({
  screen,
  slot,
  small,
}: {
  readonly screen: VideoWallRef;
  readonly slot: number;
  readonly small: boolean;
}) {
  const t = useT();
  const { wall, placing, picked } = useSelector(screen, selectWall);
  const layout = useSelector(screen, selectOpenLayout);
  // The layout of somebody else shows a robot here that this user may not see.
  const isForeign = layout !== null && foreignSlots(layout).includes(slot);
  const robots = useSelector(useFleet(), selectRobots);
  const others = robots.filter(({ serialNumber }) => slotOf(wall, serialNumber) === 0);
  const waiting = robots.find(({ serialNumber }) => serialNumber === placing);
  return (
    <div
      className={classes(
        'flex min-h-0 flex-1 flex-col items-center justify-center gap-2 rounded-lg border-2 border-dashed p-3 text-center text-13',
        picked === slot ? 'border-mark' : 'border-line',
      )}
    >
      {!small && <Icon of={Video} size={ICON_PX} className="text-text-3" />}
      {waiting ? (
        <Button size="s" variant="primary" onClick={() => screen.send({ type: 'tile.pick', slot })}>
          {t('videoWall.place.here', { name: robotName(waiting) })}
        </Button>
      ) : (
        !small && (
          <>
            {isForeign ? (
              <p className="text-text-2">
                <b className="block">{t('videoWall.tile.forbidden')}</b>
                {t('videoWall.tile.forbiddenText')}
              </p>
            ) : (
              <p className="text-text-2 max-desk:hidden">{t('videoWall.place.hint')}</p>
            )}
            <Select
              size="s"
              label={t('videoWall.place.choose', { slot })}
              value=""
              options={[
                { value: '', label: t('videoWall.place.robot') },
                ...others.map((robot) => ({ value: robot.serialNumber, label: robotName(robot) })),
              ]}
              onChange={(serialNumber) => {
                if (serialNumber) screen.send({ type: 'tile.place', slot, serialNumber });
              }}
            />
          </>
        )
      )}
    </div>
  );
}

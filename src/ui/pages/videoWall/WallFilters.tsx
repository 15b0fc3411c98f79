/** Size of the wall, quality, interval of still pictures; bit rate, keys, full window. */
import { useSelector } from '@xstate/react';
import Grid2x2 from 'lucide-react/icons/grid-2x2';
import Grid3x3 from 'lucide-react/icons/grid-3x3';
import Keyboard from 'lucide-react/icons/keyboard';
import Maximize from 'lucide-react/icons/maximize';
import Minimize from 'lucide-react/icons/minimize';
import Square from 'lucide-react/icons/square';
import { VIDEO_QUALITIES } from '../../../../contract/entities/robotConstants.ts';
import { STILL_SECONDS, WALL_GRIDS, WALL_KILOBITS_MAX } from '../../../../contract/rules/videoWall.ts';
import { selectTotal, selectWall, type VideoWallRef } from '../../../machines/videoWall/videoWall.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { useAge } from '../../labels/useAge.ts';
import { qualityWord } from '../../video/videoTexts.ts';

const GRID_ICONS = { 1: Square, 4: Grid2x2, 9: Grid3x3 } as const;
const KILO = 1_000;

export function WallFilters({ screen }: { readonly screen: VideoWallRef }) {
  const t = useT();
  const age = useAge();
  const { wall, isFilled, isSingle } = useSelector(screen, selectWall);
  return (
    <div className="flex flex-none flex-wrap items-center gap-2">
      {!isSingle && (
        <SegmentedControl
          size="s"
          label={t('videoWall.grid')}
          value={`${wall.grid}`}
          options={WALL_GRIDS.map((grid) => ({ value: `${grid}` as const, label: `${grid}`, icon: GRID_ICONS[grid] }))}
          onChange={(value) => {
            const grid = WALL_GRIDS.find((one) => `${one}` === value);
            if (grid) screen.send({ type: 'grid.choose', grid });
          }}
        />
      )}
      <SegmentedControl
        size="s"
        label={t('videoWall.quality')}
        value={wall.quality}
        options={[...VIDEO_QUALITIES].reverse().map((value) => ({ value, label: qualityWord(t, value) }))}
        onChange={(quality) => screen.send({ type: 'quality.choose', quality })}
      />
      {!isSingle && (
        <Select
          size="s"
          label={t('videoWall.stills')}
          value={`${wall.stillSeconds}`}
          options={STILL_SECONDS.map((seconds) => ({
            value: `${seconds}` as const,
            label: t('videoWall.stillsEvery', { age: age(seconds * KILO) }),
          }))}
          onChange={(value) => {
            const seconds = STILL_SECONDS.find((one) => `${one}` === value);
            if (seconds) screen.send({ type: 'stills.choose', seconds });
          }}
        />
      )}
      <span className="flex-1" />
      <Bandwidth screen={screen} />
      <IconButton
        size="s"
        icon={Keyboard}
        label={t('videoWall.keys.title')}
        onClick={() => screen.send({ type: 'help.open' })}
      />
      <IconButton
        size="s"
        icon={isFilled ? Minimize : Maximize}
        label={t(isFilled ? 'robotData.video.unfill' : 'shared.fillWindow')}
        pressed={isFilled}
        onClick={() => screen.send({ type: 'fill.toggle' })}
      />
    </div>
  );
}

function Bandwidth({ screen }: { readonly screen: VideoWallRef }) {
  const t = useT();
  const total = useSelector(screen, selectTotal);
  const { limited } = useSelector(screen, selectWall);
  const megabits = (kilobits: number): string => (kilobits / KILO).toFixed(1);
  const text = t('videoWall.bandwidth', { rate: megabits(total), most: WALL_KILOBITS_MAX / KILO });
  return (
    <span className="flex items-center gap-2 text-12 tabular-nums">
      <span className="h-1.5 w-[72px] overflow-hidden rounded-full bg-well" aria-hidden="true">
        <span
          className={classes('block h-full rounded-full', limited.length > 0 ? 'bg-attn' : 'bg-mark')}
          style={{ width: `${Math.min(100, (total / WALL_KILOBITS_MAX) * 100)}%` }}
        />
      </span>
      <span className={limited.length > 0 ? 'text-attn-text' : 'text-text-2'}>
        {limited.length > 0 ? t('videoWall.bandwidthOver', { text, count: limited.length }) : text}
      </span>
    </span>
  );
}

/** Title, what is live, an alarm of a robot that is not on the wall, the layouts, and Save. */
import { shallowEqual, useSelector } from '@xstate/react';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Save from 'lucide-react/icons/save';
import Siren from 'lucide-react/icons/siren';
import { selectOpenCases } from '../../../machines/alarms/alarms.selectors.ts';
import { slotOf } from '../../../machines/videoWall/arrangement.ts';
import {
  selectCounts,
  selectIsChanged,
  selectIsSaving,
  selectOpenLayout,
  selectWall,
  type VideoWallRef,
} from '../../../machines/videoWall/videoWall.selectors.ts';
import { EVENT_NAMES } from '../../alarms/alarmTexts.ts';
import { useAlarms } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Menu, type MenuEntry } from '../../kit/Menu.tsx';
import { PageHead } from '../../shell/PageHead.tsx';

const FACTS = [
  ['live', 'videoWall.facts.live'],
  ['stills', 'videoWall.facts.stills'],
  ['none', 'videoWall.facts.none'],
] as const;

export function WallHead({ screen }: { readonly screen: VideoWallRef }) {
  const t = useT();
  const { isSingle } = useSelector(screen, selectWall);
  const counts = useSelector(screen, selectCounts, shallowEqual);
  const shown = FACTS.filter(([kind]) => counts[kind] > 0).map(([kind, key]) => t(key, { count: counts[kind] }));
  const facts = shown.length === 0 ? t('videoWall.facts.empty') : shown.join(t('shared.listSeparator'));
  return (
    <PageHead title={t(isSingle ? 'routes.videoControl' : 'routes.videoWall')} facts={facts}>
      <AlarmChip screen={screen} />
      {!isSingle && <Layouts screen={screen} />}
    </PageHead>
  );
}

/** The wall never rearranges itself: an alarm only offers its robot. */
function AlarmChip({ screen }: { readonly screen: VideoWallRef }) {
  const t = useT();
  const { wall } = useSelector(screen, selectWall);
  const found = useSelector(useAlarms(), selectOpenCases).find(
    ({ state, serialNumber }) => state === 'open' && slotOf(wall, serialNumber) === 0,
  );
  return (
    found && (
      <Button
        icon={Siren}
        className="text-st-alarm-text"
        onClick={() => screen.send({ type: 'robot.place', serialNumber: found.serialNumber })}
      >
        {t('videoWall.alarm.show', { event: t(EVENT_NAMES[found.event]), name: found.robotName })}
      </Button>
    )
  );
}

function Layouts({ screen }: { readonly screen: VideoWallRef }) {
  const t = useT();
  const { layouts, saveFailure } = useSelector(screen, selectWall);
  const opened = useSelector(screen, selectOpenLayout);
  const changed = useSelector(screen, selectIsChanged);
  const saving = useSelector(screen, selectIsSaving);
  const entryOf = ({ id, name, isOwn, owner }: (typeof layouts)[number]): MenuEntry => ({
    kind: 'item',
    id,
    label: name,
    note: isOwn ? undefined : t('videoWall.layout.sharedBy', { name: owner }),
    onSelect: () => screen.send({ type: 'layout.open', layoutId: id }),
  });
  const entries: MenuEntry[] = [
    ...layouts.map(entryOf),
    ...(layouts.length > 0 ? [{ kind: 'line', id: 'line' } as const] : []),
    {
      kind: 'item',
      id: 'empty',
      label: t('videoWall.layout.empty'),
      onSelect: () => screen.send({ type: 'layout.empty' }),
    },
    {
      kind: 'item',
      id: 'saveAs',
      label: t('videoWall.layout.saveAs'),
      onSelect: () => screen.send({ type: 'layout.saveAs' }),
    },
    ...(opened?.isOwn
      ? [
          {
            kind: 'item',
            id: 'delete',
            label: t('videoWall.layout.delete'),
            danger: true,
            onSelect: () => screen.send({ type: 'layout.delete' }),
          } as const,
        ]
      : []),
  ];
  const name = opened?.name ?? t('videoWall.layout.unnamed');
  return (
    <>
      {saveFailure && (
        <p className="text-12 text-attn-text" role="alert">
          {t.failure(saveFailure)}
        </p>
      )}
      <Menu
        trigger={<Button icon={LayoutGrid}>{changed ? t('videoWall.layout.changed', { name }) : name}</Button>}
        entries={entries}
      />
      <Button
        variant="primary"
        icon={Save}
        busy={saving}
        disabledReason={changed ? undefined : t('videoWall.layout.unchanged')}
        onClick={() => screen.send({ type: 'layout.save' })}
      >
        {t('videoWall.layout.save')}
      </Button>
    </>
  );
}

/** Header of the opened recording: the reporter's text, its source, and further actions. */
import { useSelector } from '@xstate/react';
import Activity from 'lucide-react/icons/activity';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Footprints from 'lucide-react/icons/footprints';
import GitFork from 'lucide-react/icons/git-fork';
import Waypoints from 'lucide-react/icons/waypoints';
import X from 'lucide-react/icons/x';
import type { OpenedRecording } from '../../../machines/recording/opened.ts';
import {
  type InspectorRef,
  selectIsFollowing,
  selectIsOpening,
  selectTabs,
} from '../../../machines/inspector/inspector.selectors.ts';
import type { Pane, Shown } from '../../../machines/inspector/messages.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu, type MenuEntry } from '../../kit/Menu.tsx';
import { ownZone, timeStamp, zoneName } from '../../shell/siteTime.ts';
import { useTitle } from '../../shell/useTitle.ts';
import { FileButton } from './FileButton.tsx';

interface InspectorHeadProps {
  readonly screen: InspectorRef;
  readonly shown: Shown;
  readonly capsule: OpenedRecording;
  readonly pane: Pane;
}

export function InspectorHead({ screen, shown, capsule: { head, recording }, pane }: InspectorHeadProps) {
  const t = useT();
  const title = useTitle();
  const opening = useSelector(screen, selectIsOpening);
  const following = useSelector(screen, selectIsFollowing);
  const timeZone = ownZone();
  const isTab = shown.from === 'tab';
  const name = isTab
    ? t(following ? 'inspector.tabs.live' : 'inspector.tabs.was', { name: title(shown.name) || head.page })
    : head.sentence || shown.name;
  const show = (to: Pane): void => screen.send({ type: 'pane.choose', pane: to });
  const facts = [
    ...(shown.from === 'file' ? [shown.name] : []),
    t('inspector.head.meta', {
      build: head.build,
      events: t('shared.eventCount', { count: recording.steps.length }),
    }),
    t('inspector.head.taken', {
      at: timeStamp(head.takenAt, timeZone),
      zone: zoneName(timeZone, t.language, head.takenAt),
      page: head.page || '/',
    }),
  ];
  return (
    <div className="page-head">
      <div className="page-title max-desk:-order-2 max-desk:flex-[1_0_calc(100%-60px)]">
        <h1 className="truncate max-desk:whitespace-normal">{name}</h1>
        <p className="truncate" title={facts.join(' · ')}>
          {facts.join(' · ')}
        </p>
      </div>
      <Button variant="ghost" icon={FlaskConical} onClick={() => screen.send({ type: 'copy.open' })}>
        {t('inspectorStage.copy.title')}
      </Button>
      <TabsMenu screen={screen} following={following} />
      <FileButton screen={screen} busy={opening} small />
      {pane === 'chart' ? (
        <>
          <Button icon={GitFork} onClick={() => show('fork')}>
            {t('inspector.head.fork')}
          </Button>
          <Button variant="primary" icon={Footprints} onClick={() => show('stage')}>
            {t('inspector.head.stand')}
          </Button>
        </>
      ) : (
        <Button variant="primary" icon={Waypoints} onClick={() => show('chart')}>
          {t('inspector.head.chart')}
        </Button>
      )}
      <IconButton
        className="max-desk:-order-1"
        icon={X}
        label={t('inspector.head.close')}
        onClick={() => screen.send({ type: 'capsule.close' })}
      />
    </div>
  );
}

function TabsMenu({ screen, following }: { readonly screen: InspectorRef; readonly following: boolean }) {
  const t = useT();
  const title = useTitle();
  const tabs = useSelector(screen, selectTabs);
  if (following)
    return (
      <Button icon={Activity} onClick={() => screen.send({ type: 'tab.leave' })}>
        {t('inspector.tabs.leave')}
      </Button>
    );
  const entries: MenuEntry[] =
    tabs.length === 0
      ? [
          {
            kind: 'item',
            id: 'none',
            label: t('inspector.tabs.title'),
            disabledReason: t('inspector.tabs.none'),
            onSelect: () => {},
          },
        ]
      : tabs.map((tab) => ({
          kind: 'item',
          id: tab.id,
          label: title(tab.title) || tab.page,
          note: tab.page,
          onSelect: () => screen.send({ type: 'tab.follow', tab }),
        }));
  return <Menu entries={entries} trigger={<Button icon={Activity}>{t('inspector.tabs.follow')}</Button>} />;
}

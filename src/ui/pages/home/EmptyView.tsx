/** The overview of a view in which the account has no robot: every view can be chosen in the settings (spec 2). */
import { type KindView, ROBOT_KINDS } from '../../../../contract/entities/constants.ts';
import { VIEW_OF_KIND } from '../../../../contract/entities/robotConstants.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { viewName } from '../../shell/viewName.ts';

const TEXTS = {
  w: 'home.noneInView.w',
  xp: 'home.noneInView.xp',
  s: 'home.noneInView.s',
  d: 'home.noneInView.d',
} as const satisfies Record<KindView, string>;

export function EmptyView({ view, onAll }: { readonly view: KindView; readonly onAll: () => void }) {
  const t = useT();
  return (
    <StatePanel
      state="empty"
      art={ROBOT_KINDS.find((kind) => VIEW_OF_KIND[kind] === view)}
      title={t('home.noneInView.title', { view: t(viewName(view)) })}
      text={`${t(TEXTS[view])} ${t('home.noneInView.next')}`}
    >
      <Button size="s" onClick={onAll}>
        {t('shell.panel.allRobots')}
      </Button>
    </StatePanel>
  );
}

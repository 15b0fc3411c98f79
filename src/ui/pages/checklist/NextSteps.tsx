/** What is worth doing once everything is set up. */
import ChevronRight from 'lucide-react/icons/chevron-right';
import Bot from 'lucide-react/icons/bot';
import Route from 'lucide-react/icons/route';
import Users from 'lucide-react/icons/users';
import { Link } from 'wouter';
import { cruiseRoutes } from '../../../../contract/pages/cruiseRoutes.ts';
import { friends } from '../../../../contract/pages/friends.ts';
import { robotFleet } from '../../../../contract/pages/robotFleet.ts';
import { useT } from '../../hooks/useT.ts';
import { Icon } from '../../kit/Icon.tsx';

const NEXT = [
  { icon: Route, path: cruiseRoutes.path, title: 'checklist.next.route', text: 'checklist.next.routeText' },
  { icon: Users, path: friends.path, title: 'checklist.next.members', text: 'checklist.next.membersText' },
  { icon: Bot, path: robotFleet.path, title: 'checklist.next.robots', text: 'checklist.next.robotsText' },
] as const;

export function NextSteps() {
  const t = useT();
  return (
    <div className="mt-2 border-t border-line pt-3">
      <h2 className="px-5 pb-1 text-13 font-semibold text-heading">{t('checklist.next.title')}</h2>
      {NEXT.map(({ icon, path, title, text }) => (
        <Link
          key={path}
          href={path}
          className="flex min-h-13 items-center gap-3 px-5 text-text no-underline hover:bg-hover"
        >
          <Icon of={icon} size={18} className="flex-none text-text-2" />
          <span className="min-w-0 flex-1">
            <b className="block text-13 font-medium">{t(title)}</b>
            <span className="text-12 text-text-2">{t(text)}</span>
          </span>
          <Icon of={ChevronRight} size={16} className="flex-none text-text-2" />
        </Link>
      ))}
    </div>
  );
}

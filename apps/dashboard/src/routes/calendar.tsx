import { Page } from '../ui/page.tsx';

export default function CalendarPage() {
  return <Page heading="Calendar">{null}</Page>;
}

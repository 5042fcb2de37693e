import { Button, Text } from '@mantine/core';
import { Component, type ComponentType, type ReactNode } from 'react';

interface BrokenPageBoundaryProps {
  /** What stands around a page here. */
  frame: ComponentType<{ heading: string; children: ReactNode }>;
  children: ReactNode;
}

/** Shows what to do where a page cannot be shown: its code did not load, or failed. Without it all would be blank. */
export class BrokenPageBoundary extends Component<BrokenPageBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    const { frame: Frame, children } = this.props;
    if (!this.state.isBroken) return children;
    return (
      <Frame heading="This page cannot be shown">
        <Text role="alert" maw="60ch">
          It could not be loaded, because the server does not answer or was updated meanwhile, or something in it
          failed. A post that you were writing is kept; if you had just sent one, your posts show what became of it.
        </Text>
        <div>
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </div>
      </Frame>
    );
  }
}

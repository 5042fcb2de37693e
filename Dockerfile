# The server with its dashboard, and nothing that was needed to build it. Run it with
# docker run -p 127.0.0.1:8787:8787 -v social:/data -e SOCIAL_BASE_URL=https://social.example.org --stop-timeout 40 social

FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npx -y pnpm@12 install --frozen-lockfile
RUN npx -y pnpm@12 exec turbo run build --filter=@social/server --output-logs=errors-only
RUN npx -y pnpm@12 --filter @social/server deploy --prod /opt/social

FROM node:24-slim
ENV NODE_ENV=production SOCIAL_HOST=0.0.0.0 SOCIAL_DATA_DIR=/data
COPY --from=build /opt/social /opt/social
RUN printf '#!/bin/sh\nexec node /opt/social/dist/bin.js "$@"\n' > /usr/local/bin/social-server \
  && chmod 755 /usr/local/bin/social-server \
  && install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SOCIAL_PORT || 8787}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["social-server", "start"]

// Styles that come with the part of the page that they dress.

/** Load a style sheet, if it is not there yet. @param {string} name @returns {Promise<unknown>} */
export const dress = (name) =>
  new Promise((done, fail) => {
    const href = `/static/css/${name}.css`;
    if (document.querySelector(`link[href="${href}"]`)) {
      done(null);
      return;
    }
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.addEventListener("load", done);
    link.addEventListener("error", (event) => {
      link.remove();
      fail(event);
    });
    document.head.append(link);
  });
